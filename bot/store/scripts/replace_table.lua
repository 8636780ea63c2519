-- Rewrites a table and its log as a new version, unless a commit came first; a commit to the old one then conflicts.
-- KEYS: game, log
-- ARGV: a map of
--   version: as read
--   state: none if there is no game any more
--   log: all entries
-- Returns 1; 0 if the version has changed, or the log has become longer
local game_key, log_key = unpack(KEYS)
local given = cmsgpack.unpack(ARGV[1])

if redis.call('HGET', game_key, 'version') ~= given.version or redis.call('LLEN', log_key) ~= #given.log then
  return 0
end
redis.call('HINCRBY', game_key, 'version', 1)
if given.state then
  redis.call('HSET', game_key, 'state', given.state)
end
-- Sent pictures show the name.
redis.call('HDEL', game_key, 'photo')
local lifetime = redis.call('PTTL', log_key)
redis.call('DEL', log_key)
for _, entry in ipairs(given.log) do
  redis.call('RPUSH', log_key, entry)
end
if lifetime > 0 then
  redis.call('PEXPIRE', log_key, lifetime)
end
return 1
