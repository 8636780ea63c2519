-- Clears away what a group had that was closed, once all of it is at its new place.
-- KEYS: game, then all else that it had
-- ARGV: the new chat, seconds to keep what says so, the version that was taken over: who is late may find that the group
--       was open again since, and has moved once more with what was done meanwhile
local version = redis.call('HGET', KEYS[1], 'version') or '0'
if redis.call('HGET', KEYS[1], 'moved') ~= ARGV[1] or version ~= ARGV[3] then
  return
end
redis.call('DEL', unpack(KEYS))
redis.call('HSET', KEYS[1], 'version', version, 'moved', ARGV[1], 'left', '1')
redis.call('EXPIRE', KEYS[1], ARGV[2])
