-- Writes one field of what a chat has chosen, unless the chat has moved.
-- KEYS: game of the chat without a topic, the hash
-- ARGV: field, value or '' to take it out
-- Returns the chat that it has moved to; '' where the field was written
local moved = redis.call('HGET', KEYS[1], 'moved')
if moved then
  return moved
end
if ARGV[2] == '' then
  redis.call('HDEL', KEYS[2], ARGV[1])
else
  redis.call('HSET', KEYS[2], ARGV[1], ARGV[2])
end
return ''
