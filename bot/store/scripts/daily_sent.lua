-- Notes the outcome of sending a daily puzzle.
-- KEYS: the daily puzzle
-- ARGV: the date, the attempt, the new state
-- Returns 1; 0 if something else is known by now
local key = KEYS[1]
local day, attempt, state = unpack(ARGV)
local known = redis.call('HMGET', key, 'day', 'state')
if known[1] ~= day or known[2] ~= 'sending ' .. attempt then
  return 0
end
redis.call('HSET', key, 'state', state)
return 1
