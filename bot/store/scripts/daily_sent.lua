-- Notes what became of a daily puzzle that was being sent.
-- KEYS: the daily puzzle
-- ARGV: the date, the attempt that was sending it, what its state becomes
-- Returns 1; 0 where something else is known by now
local key = KEYS[1]
local day, attempt, state = unpack(ARGV)
local known = redis.call('HMGET', key, 'day', 'state')
if known[1] ~= day or known[2] ~= 'sending ' .. attempt then
  return 0
end
redis.call('HSET', key, 'state', state)
return 1
