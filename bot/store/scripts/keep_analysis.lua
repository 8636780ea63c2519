-- Stores a finished game's analysis, for as long as the game is kept.
-- KEYS: the finished game, its analysis
-- ARGV: the analysis
-- Returns 1 if it was stored; 0 if the game is no longer kept
local left = redis.call('PTTL', KEYS[1])
if left == -2 then
  return 0
end
if left == -1 then
  redis.call('SET', KEYS[2], ARGV[1])
else
  redis.call('SET', KEYS[2], ARGV[1], 'PX', math.max(left, 1))
end
return 1
