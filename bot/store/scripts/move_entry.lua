-- Moves an update or a notice that is given up from the inbox or outbox to the dead letters, or a notice that must wait
-- to the held ones; idempotent.
-- KEYS: inbox or outbox, dead letters or held notices
-- ARGV: a map of
--   group
--   entry: the entry's id
--   most, seconds: how many to keep there, and how long
--   letter: its fields there, names and values alternating; the first is its table's scope if there is a limit
--   most_of_table: how many of one table to keep there; none: any number
local stream_key, target_key = unpack(KEYS)
local given = cmsgpack.unpack(ARGV[1])

local is_there = redis.call('XDEL', stream_key, given.entry) == 1
redis.call('XACK', stream_key, given.group, given.entry)
if not is_there then
  -- It was moved by this call before, sent, or moved along with its table; but a handled update may have failed since.
  if given.most_of_table or has_entry(target_key, given.letter) then
    return
  end
end
if given.most_of_table then
  local of_table = {}
  for _, entry in ipairs(redis.call('XRANGE', target_key, '-', '+')) do
    if entry[2][2] == given.letter[2] then
      of_table[#of_table + 1] = entry[1]
    end
  end
  for at = 1, #of_table + 1 - tonumber(given.most_of_table) do
    redis.call('XDEL', target_key, of_table[at])
  end
end
redis.call('XADD', target_key, 'MAXLEN', given.most, '*', unpack(given.letter))
redis.call('EXPIRE', target_key, given.seconds)
