-- Replaces a user's progress with a puzzle unless it has changed.
-- KEYS: the user's puzzles
-- ARGV: the puzzle, its expected value ('' for none), its new value, the new `open` ('' keeps it), seconds to keep all
-- Returns 1; 0 if it has changed
local puzzles = KEYS[1]
local puzzle, former, progress, open, seconds = unpack(ARGV)

if (redis.call('HGET', puzzles, puzzle) or '') ~= former then
  return 0
end
redis.call('HSET', puzzles, puzzle, progress)
if open ~= '' then
  redis.call('HSET', puzzles, 'open', open)
end
redis.call('EXPIRE', puzzles, seconds)
return 1
