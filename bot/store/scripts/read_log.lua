-- The log of a scope's game, if the game is still as read.
-- KEYS: game, log
-- ARGV: the version read
-- Returns the entries, oldest first; none if the version has changed
if redis.call('HGET', KEYS[1], 'version') ~= ARGV[1] then
  return {}
end
return redis.call('LRANGE', KEYS[2], 0, -1)
