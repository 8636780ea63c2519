-- Chooses a position, or takes the choice back; the same tap again changes nothing.
-- KEYS: the positions chosen for one flip, each scored by the update that chose it
-- ARGV: update id, position, how many are turned up at once, seconds to keep the choice
-- Returns the positions in the order of choosing
if redis.call('ZADD', KEYS[1], 'NX', ARGV[1], ARGV[2]) == 0
    and tonumber(redis.call('ZSCORE', KEYS[1], ARGV[2])) ~= tonumber(ARGV[1]) then
  redis.call('ZREM', KEYS[1], ARGV[2])
end
if redis.call('ZCARD', KEYS[1]) > tonumber(ARGV[3]) then
  -- So many were chosen before, and to turn them up was refused: this one begins another choice.
  redis.call('DEL', KEYS[1])
  redis.call('ZADD', KEYS[1], ARGV[1], ARGV[2])
end
redis.call('EXPIRE', KEYS[1], ARGV[4])
return redis.call('ZRANGE', KEYS[1], 0, -1)
