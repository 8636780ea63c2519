-- Replaces a value, unless it has become another meanwhile.
-- KEYS: the value
-- ARGV: what it was ('' for none), what it becomes, seconds to keep it
-- Returns 1; 0 where it is another by now
if (redis.call('GET', KEYS[1]) or '') ~= ARGV[1] then
  return 0
end
redis.call('SET', KEYS[1], ARGV[2], 'EX', ARGV[3])
return 1
