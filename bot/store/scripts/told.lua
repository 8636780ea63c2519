-- Deletes notices that were sent, if this is still who sends them, and notes the newest message about their table.
-- KEYS: owner, outbox, game
-- ARGV: a map of
--   group
--   epoch: that owns the shard, or 'alone' (without a fence)
--   entries: the ids of the notices
--   fields: of the game, names and values alternating
-- Returns 1; 0 if another owns the shard by now: nothing was changed
local owner_key, outbox_key, game_key = unpack(KEYS)
local given = cmsgpack.unpack(ARGV[1])

if given.epoch ~= 'alone' and redis.call('GET', owner_key) ~= given.epoch then
  return 0
end
if #given.fields > 0 then
  redis.call('HSET', game_key, unpack(given.fields))
end
if #given.entries > 0 then
  redis.call('XDEL', outbox_key, unpack(given.entries))
  redis.call('XACK', outbox_key, given.group, unpack(given.entries))
end
return 1
