-- A worker says that it lives, and learns who else does.
-- KEYS: names of all workers
-- ARGV: 1 what the key of a worker begins with, 2 its name, 3 'here', 'leaving', or '' (it lives no more),
--       4 milliseconds that it is taken to live without saying so again
-- Returns names and states of the living in turn
local key = ARGV[1] .. ARGV[2]
if ARGV[3] == '' then
  redis.call('DEL', key)
else
  redis.call('SET', key, ARGV[3], 'PX', ARGV[4])
  redis.call('SADD', KEYS[1], ARGV[2])
end
local living = {}
for _, name in ipairs(redis.call('SMEMBERS', KEYS[1])) do
  local state = redis.call('GET', ARGV[1] .. name)
  if state then
    living[#living + 1] = name
    living[#living + 1] = state
  else
    redis.call('SREM', KEYS[1], name)
  end
end
return living
