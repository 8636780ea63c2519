-- Deletes the data of a closed group, once all of it has been migrated.
-- KEYS: game, then all of its other keys
-- ARGV: the new chat, seconds to keep the mark
local game = redis.call('HMGET', KEYS[1], 'version', 'moved', 'left')
if game[2] ~= ARGV[1] or game[3] then
  return
end
redis.call('DEL', unpack(KEYS))
redis.call('HSET', KEYS[1], 'version', game[1] or '0', 'moved', ARGV[1], 'left', '1')
redis.call('EXPIRE', KEYS[1], ARGV[2])
