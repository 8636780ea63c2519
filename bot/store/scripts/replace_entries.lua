-- Replaces entries of a list that are unchanged.
-- KEYS: the list
-- ARGV: for each entry its index from 0, its old and its new value
-- Returns how many were replaced
local replaced = 0
for first = 1, #ARGV, 3 do
  if redis.call('LINDEX', KEYS[1], ARGV[first]) == ARGV[first + 1] then
    redis.call('LSET', KEYS[1], ARGV[first], ARGV[first + 2])
    replaced = replaced + 1
  end
end
return replaced
