-- Takes the next chat of a broadcast, and notes that before anything is sent; of a chat that another owner had taken
-- nobody knows whether it got the broadcast, and it is never tried again.
-- KEYS: owner, broadcast, waiting, in flight, delivered, failed
-- ARGV: the epoch that owns the shard, or 'alone' (without a fence)
-- Returns a chat; else 'fenced', 'wait' (what was begun is not done yet), 'done', 'stopped', or the broadcast's state
-- where that is not 'running'
if ARGV[1] ~= 'alone' and redis.call('GET', KEYS[1]) ~= ARGV[1] then
  return 'fenced'
end
local trying = redis.call('HGETALL', KEYS[4])
local own = 0
for i = 1, #trying, 2 do
  if trying[i + 1] ~= ARGV[1] then
    redis.call('HDEL', KEYS[4], trying[i])
    redis.call('HSET', KEYS[6], trying[i], 'unknown')
  else
    own = own + 1
  end
end
local state = redis.call('HMGET', KEYS[2], 'state', 'stop')
if state[1] ~= 'running' then
  return state[1] or 'over'
end
if state[2] then
  return own > 0 and 'wait' or 'stopped'
end
while true do
  local chat = redis.call('SPOP', KEYS[3])
  if not chat then
    return own > 0 and 'wait' or 'done'
  end
  if redis.call('SISMEMBER', KEYS[5], chat) == 0 and redis.call('HEXISTS', KEYS[6], chat) == 0
      and redis.call('HEXISTS', KEYS[4], chat) == 0 then
    redis.call('HSET', KEYS[4], chat, ARGV[1])
    return chat
  end
end
