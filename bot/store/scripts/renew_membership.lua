-- A worker's heartbeat, and the last ones of the others. No server's clock is involved.
-- KEYS: names of all workers
-- ARGV: 1 the prefix of a worker's key, 2 its name, 3 'here', 'leaving', or '' (it has ended), 4 its process's id,
--       5 a growing number; then names and values, alternating, of workers found dead
-- Returns the process that last used that name or ''; then names and values of all workers, alternating
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
