-- Replaces how far a user came with a puzzle, unless it has become something else meanwhile.
-- KEYS: the user's puzzles
-- ARGV: the puzzle, what it was ('' for none), what it becomes, what `open` becomes ('' leaves it), seconds to keep all
-- Returns 1; 0 where it is something else by now
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
