-- Replace entries of a list that are still what they were.
-- KEYS: the list
-- ARGV: places from 0, what is there, what it becomes; as often as there are entries
-- Returns how many were replaced
local replaced = 0
for first = 1, #ARGV, 3 do
  if redis.call('LINDEX', KEYS[1], ARGV[first]) == ARGV[first + 1] then
    redis.call('LSET', KEYS[1], ARGV[first], ARGV[first + 2])
    replaced = replaced + 1
  end
end
return replaced
