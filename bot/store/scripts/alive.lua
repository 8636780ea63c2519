-- A worker says that it lives, and learns what the others last said. No server's clock has a part in it.
-- KEYS: names of all workers
-- ARGV: 1 what the key of a worker begins with, 2 its name, 3 'here', 'leaving', or '' (it lives no more), 4 the process,
--       which no other is, 5 a number that grows; then name and value in turn of workers that live no more
-- Returns the process that last said so by that name or ''; then names and values of all workers in turn
local key = ARGV[1] .. ARGV[2]
local former = string.match(redis.call('GET', key) or '', '^%S+ (%S+) %d+$') or ''
if ARGV[3] ~= '' then
  redis.call('SET', key, ARGV[3] .. ' ' .. ARGV[4] .. ' ' .. ARGV[5])
  redis.call('SADD', KEYS[1], ARGV[2])
elseif former == ARGV[4] then
  redis.call('DEL', key)
end
for i = 6, #ARGV, 2 do
  if redis.call('GET', ARGV[1] .. ARGV[i]) == ARGV[i + 1] then
    redis.call('DEL', ARGV[1] .. ARGV[i])
  end
end
local workers = {former}
for _, name in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  local value = redis.call('GET', ARGV[1] .. name)
  if value then
    workers[#workers + 1] = name
    workers[#workers + 1] = value
  else
    redis.call('SREM', KEYS[1], name)
  end
end
return workers
