-- Counts an attempt to handle an update of the inbox that may have ended processes.
-- KEYS: attempt counts
-- ARGV: the entry's id, seconds to keep the count
-- Returns the number of attempts by now
local count = redis.call('HINCRBY', KEYS[1], ARGV[1], 1)
redis.call('EXPIRE', KEYS[1], ARGV[2])
return count
