-- Writes fields of what a chat has chosen, unless the chat has migrated; of one update once.
-- KEYS: game of the chat without a topic, the hash, seen updates
-- ARGV: a map of
--   marker: stands for the update among those seen, if there is one
--   seen_most, seen_seconds: how many of these to keep, and how long
--   fields: names and values alternating; '' deletes a field
-- Returns the chat that it has become; '' if the fields are written
local game_key, hash_key, seen_key = unpack(KEYS)
local given = cmsgpack.unpack(ARGV[1])

local here = redis.call('HMGET', game_key, 'version', 'moved')
if here[2] then
  return here[2]
end
if given.marker then
  if redis.call('ZSCORE', seen_key, given.marker) then
    return ''
  end
  redis.call('ZADD', seen_key, tonumber(here[1]) or 0, given.marker)
  redis.call('ZREMRANGEBYRANK', seen_key, 0, -1 - tonumber(given.seen_most))
  redis.call('EXPIRE', seen_key, given.seen_seconds)
end
for at = 1, #given.fields, 2 do
  local field, value = given.fields[at], given.fields[at + 1]
  if value == '' then
    redis.call('HDEL', hash_key, field)
  else
    redis.call('HSET', hash_key, field, value)
  end
end
return ''
