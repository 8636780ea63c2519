-- Writes fields of a chat's choices, unless the chat has migrated; once per update.
-- KEYS: game of the chat without a topic, the hash, seen updates
-- ARGV: a map of
--   marker: stands for the update among those seen, if there is one
--   seen_most, seen_seconds: how many of these to keep, and how long
--   fields: names and values alternating; '' deletes a field
-- Returns the supergroup; '' if the fields are written
local game_key, hash_key, seen_key = unpack(KEYS)
local given = cmsgpack.unpack(ARGV[1])

local moved = redis.call('HGET', game_key, 'moved')
if moved then
  return moved
end
if given.marker then
  if is_seen(seen_key, given.marker) then
    return ''
  end
  note_seen(seen_key, given.marker, '', given.seen_most, given.seen_seconds)
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
