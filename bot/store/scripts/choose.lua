-- Writes fields of what a chat has chosen, unless the chat has moved; of one update once.
-- KEYS: game of the chat without a topic, the hash, seen
-- ARGV: 1 what stands for the update among those seen or '' (none), 2 of these to keep, 3 seconds to keep them; then
--       fields, each with its value or '' to take it out
-- Returns the chat that it has moved to; '' where the fields are written
local here = redis.call('HMGET', KEYS[1], 'version', 'moved')
if here[2] then
  return here[2]
end
if ARGV[1] ~= '' then
  if redis.call('ZSCORE', KEYS[3], ARGV[1]) then
    return ''
  end
  redis.call('ZADD', KEYS[3], tonumber(here[1]) or 0, ARGV[1])
  redis.call('ZREMRANGEBYRANK', KEYS[3], 0, -1 - tonumber(ARGV[2]))
  redis.call('EXPIRE', KEYS[3], ARGV[3])
end
for i = 4, #ARGV, 2 do
  if ARGV[i + 1] == '' then
    redis.call('HDEL', KEYS[2], ARGV[i])
  else
    redis.call('HSET', KEYS[2], ARGV[i], ARGV[i + 1])
  end
end
return ''
