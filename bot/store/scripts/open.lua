-- Opens a group again that was closed, where its moves lead back to it and nothing of it has left.
-- KEYS: game, deadlines
-- ARGV: the chat that it was to move to, scope
local game = redis.call('HMGET', KEYS[1], 'moved', 'left', 'due')
if game[1] ~= ARGV[1] or game[2] then
  return
end
redis.call('HDEL', KEYS[1], 'moved', 'due')
if game[3] then
  redis.call('ZADD', KEYS[2], game[3], ARGV[2])
end
