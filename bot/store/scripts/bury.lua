-- Gives an update or a notice up: takes it out of the inbox, or of the outbox, and keeps it among the dead letters, where
-- this is its shard's owner.
-- KEYS: owner, inbox or outbox, dead
-- ARGV: group, the epoch that owns the shard, or 'alone' (without a fence), the entry's id, most dead letters to keep,
--       seconds to keep them, then the names and values of the dead letter
-- Returns 1; 0 where another owns the shard by now: nothing was changed
if ARGV[2] ~= 'alone' and redis.call('GET', KEYS[1]) ~= ARGV[2] then
  return 0
end
redis.call('XADD', KEYS[3], 'MAXLEN', ARGV[4], '*', unpack(ARGV, 6))
redis.call('EXPIRE', KEYS[3], ARGV[5])
redis.call('XDEL', KEYS[2], ARGV[3])
redis.call('XACK', KEYS[2], ARGV[1], ARGV[3])
return 1
