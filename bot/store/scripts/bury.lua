-- Gives an update or a notice up: moves it from the inbox, or the outbox, to the dead letters, if this is its shard's owner.
-- KEYS: owner, inbox or outbox, dead letters
-- ARGV: a map of
--   group
--   epoch: that owns the shard, or 'alone' (without a fence)
--   entry: the entry's id
--   most, seconds: how many dead letters to keep, and how long
--   letter: the fields of the dead letter, names and values alternating
-- Returns 1; 0 if another owns the shard by now: nothing was changed
local owner_key, stream_key, dead_key = unpack(KEYS)
local given = cmsgpack.unpack(ARGV[1])

if given.epoch ~= 'alone' and redis.call('GET', owner_key) ~= given.epoch then
  return 0
end
redis.call('XADD', dead_key, 'MAXLEN', given.most, '*', unpack(given.letter))
redis.call('EXPIRE', dead_key, given.seconds)
redis.call('XDEL', stream_key, given.entry)
redis.call('XACK', stream_key, given.group, given.entry)
return 1
