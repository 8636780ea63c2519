-- Deletes sent notices, and notes the messages about their table.
-- KEYS: outbox, game
-- ARGV: a map of
--   group
--   entries: the ids of the notices
--   fields: of the game, names and values alternating
--   messages: those sent about the table, newest first
--   most_messages: how many of a table's messages to keep
local outbox_key, game_key = unpack(KEYS)
local given = cmsgpack.unpack(ARGV[1])

if #given.fields > 0 then
  redis.call('HSET', game_key, unpack(given.fields))
end
if #given.messages > 0 then
  local messages, known = {}, {}
  local function note(message)
    if not known[message] and #messages < tonumber(given.most_messages) then
      messages[#messages + 1], known[message] = message, true
    end
  end
  for _, message in ipairs(given.messages) do
    note(message)
  end
  for message in string.gmatch(redis.call('HGET', game_key, 'messages') or '', '%d+') do
    note(message)
  end
  redis.call('HSET', game_key, 'messages', table.concat(messages, ' '))
end
if #given.entries > 0 then
  redis.call('XDEL', outbox_key, unpack(given.entries))
  redis.call('XACK', outbox_key, given.group, unpack(given.entries))
end
