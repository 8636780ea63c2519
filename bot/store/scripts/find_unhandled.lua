-- The unhandled updates of some chats in an inbox: the chats' own, unless forwarded, and those forwarded to them.
-- KEYS: inbox
-- ARGV: most entries to look through, chats
-- Returns the server's time in milliseconds, and the entries, oldest first
local wanted = {}
for i = 2, #ARGV do
  wanted[ARGV[i]] = true
end
local found = {}
for _, entry in ipairs(redis.call('XRANGE', KEYS[1], '-', '+', 'COUNT', ARGV[1])) do
  local fields = {}
  for i = 1, #entry[2], 2 do
    fields[entry[2][i]] = entry[2][i + 1]
  end
  local chat = fields['about'] and string.match(fields['about'], '^-?%d+') or fields['chat']
  if chat and wanted[chat] then
    found[#found + 1] = entry
  end
end
local time = redis.call('TIME')
return {time[1] * 1000 + math.floor(time[2] / 1000), found}
