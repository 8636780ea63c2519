-- Takes back a place's held notices, oldest first, followed by its notices waiting in the outbox, in one step. Notices
-- already sent stay.
-- KEYS: held notices, outbox
-- ARGV: a map of
--   group
--   place: the scope of its first table, as text
-- Returns the id of the first notice in the outbox then; '' if none is held
local held_key, outbox_key = unpack(KEYS)
local given = cmsgpack.unpack(ARGV[1])

local function list_of_place(key)
  local found = {}
  for _, entry in ipairs(redis.call('XRANGE', key, '-', '+')) do
    local of_place, sent = false, false
    for at = 1, #entry[2], 2 do
      local name, value = entry[2][at], entry[2][at + 1]
      of_place = of_place or name == 'scope' and string.gsub(value, '#.*', '') == given.place
      sent = sent or name == 'sent'
    end
    if of_place and not sent then
      found[#found + 1] = entry
    end
  end
  return found
end

local held, waiting, first = list_of_place(held_key), list_of_place(outbox_key), ''
if #held == 0 then
  return ''
end
for _, entry in ipairs(held) do
  local id = redis.call('XADD', outbox_key, '*', unpack(entry[2]))
  first = first == '' and id or first
  redis.call('XDEL', held_key, entry[1])
end
for _, entry in ipairs(waiting) do
  redis.call('XADD', outbox_key, '*', unpack(entry[2]))
  redis.call('XDEL', outbox_key, entry[1])
  redis.call('XACK', outbox_key, given.group, entry[1])
end
return first
