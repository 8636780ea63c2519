-- Counts an attempt to handle an update of the inbox that may have ended processes, once per delivery.
-- KEYS: attempt counts
-- ARGV: the entry's id, the number of its delivery, seconds to keep the count
-- Returns the number of attempts so far
if redis.call('HSETNX', KEYS[1], ARGV[1] .. ' ' .. ARGV[2], '') == 1 then
  redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
end
redis.call('EXPIRE', KEYS[1], ARGV[3])
return tonumber(redis.call('HGET', KEYS[1], ARGV[1]))
