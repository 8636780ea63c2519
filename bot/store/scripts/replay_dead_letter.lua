-- Moves a dead letter back, an update into the inbox or a notice into the outbox; idempotent.
-- KEYS: dead letters, inbox, outbox
-- ARGV: the entry's id
-- Returns 'done', 'gone' if there is no such entry any more, 'unfit' if these cannot hold it
local found = redis.call('XRANGE', KEYS[1], ARGV[1], ARGV[1])
if #found == 0 then
  return 'gone'
end
local letter, entry = {}, found[1][2]
for i = 1, #entry, 2 do
  letter[entry[i]] = entry[i + 1]
end
if letter.payload and letter.scope then
  local notice = {'scope', letter.scope, 'payload', letter.payload}
  if letter.sent then
    notice[5], notice[6] = 'sent', letter.sent
  end
  redis.call('XADD', KEYS[3], '*', unpack(notice))
  redis.call('XDEL', KEYS[1], ARGV[1])
  return 'done'
end
if not letter.raw or not letter.chat or not string.match(letter.update or '', '^%d+$') then
  return 'unfit'
end
local again = {'update', letter.update, 'raw', letter.raw, 'chat', letter.chat}
if letter.about then
  again[7], again[8] = 'about', letter.about
end
redis.call('XADD', KEYS[2], '*', unpack(again))
redis.call('XDEL', KEYS[1], ARGV[1])
return 'done'
