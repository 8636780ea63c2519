-- Counts that an update of the inbox begins to be handled, where processes may have ended over it.
-- KEYS: begun
-- ARGV: the entry's id, seconds to keep the count
-- Returns how often it has begun by now
local count = redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
redis.call('EXPIRE', KEYS[1], ARGV[2])
return count
