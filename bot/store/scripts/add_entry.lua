-- Adds an entry to a stream, unless there is one with the same fields, so that the command may be sent again.
-- KEYS: the stream
-- ARGV: a map of
--   fields: names and values alternating
--   most, seconds: how many entries to keep, and how long; none: any number, for ever
local given = cmsgpack.unpack(ARGV[1])

if has_entry(KEYS[1], given.fields) then
  return
end
redis.call('XADD', KEYS[1], '*', unpack(given.fields))
if given.most then
  redis.call('XTRIM', KEYS[1], 'MAXLEN', given.most)
  redis.call('EXPIRE', KEYS[1], given.seconds)
end
