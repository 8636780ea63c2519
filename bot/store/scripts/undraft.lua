-- Discards the draft of a broadcast, if it is still that one.
-- KEYS: the draft
-- ARGV: its mark
-- Returns 1; 0 where the draft is another, or none
local draft = redis.call('GET', KEYS[1])
if not draft or string.sub(draft, 1, #ARGV[1] + 1) ~= ARGV[1] .. ' ' then
  return 0
end
redis.call('DEL', KEYS[1])
return 1
