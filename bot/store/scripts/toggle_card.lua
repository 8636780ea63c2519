-- Chooses a position, or undoes that; a repeated update changes nothing.
-- KEYS: the positions chosen for one flip, each scored by the update that chose it
-- ARGV: update id, position, how many are turned up at once, seconds to keep the choice
-- Returns the positions in the order of choosing
if redis.call('ZADD', KEYS[1], 'NX', ARGV[1], ARGV[2]) == 0
    and tonumber(redis.call('ZSCORE', KEYS[1], ARGV[2])) ~= tonumber(ARGV[1]) then
  redis.call('ZREM', KEYS[1], ARGV[2])
end
if redis.call('ZCARD', KEYS[1]) > tonumber(ARGV[3]) then
  -- That many were chosen before, and refused: this one begins a new choice.
  redis.call('DEL', KEYS[1])
  redis.call('ZADD', KEYS[1], ARGV[1], ARGV[2])
end
redis.call('EXPIRE', KEYS[1], ARGV[4])
return redis.call('ZRANGE', KEYS[1], 0, -1)
