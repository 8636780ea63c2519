-- The log of a scope's game, if the game is still as it was read.
-- KEYS: game, log
-- ARGV: the version that was read
-- Returns the entries, oldest first; none where the version is another one
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then
  return {}
end
return redis.call('LRANGE', KEYS[2], 0, -1)
