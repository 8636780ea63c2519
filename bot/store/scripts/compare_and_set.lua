-- Replaces a value unless it has changed.
-- KEYS: the value
-- ARGV: its expected value ('' for none), its new value, seconds to keep it
-- Returns 1; 0 if it has changed
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
return 1
