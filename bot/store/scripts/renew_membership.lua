-- A worker's sign of life, and the newest ones of the others. No server's clock has a part in it.
-- KEYS: names of all workers
-- ARGV: 1 what the key of a worker begins with, 2 its name, 3 'here', 'leaving', or '' (it has ended), 4 the id of its
--       process, 5 a number that grows; then name and value in turn of workers that were found dead
-- Returns the process that last gave a sign by that name or ''; then names and values of all workers in turn
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
