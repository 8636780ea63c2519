-- Lets go what a group was told, where this is still who tells it, and notes the newest message about its table.
-- KEYS: owner, outbox, game
-- ARGV: group, the epoch that owns the shard, or 'alone' (without a fence), how many entries, their ids, then fields of
--       the game and their values in turn, which may be none
-- Returns 1; 0 where another owns the shard by now: nothing was changed
if ARGV[2] ~= 'alone' and redis.call('GET', KEYS[1]) ~= ARGV[2] then
  return 0
end
local last = 3 + tonumber(ARGV[3])
if #ARGV > last then
  redis.call('HSET', KEYS[3], unpack(ARGV, last + 1))
end
if last > 3 then
  redis.call('XDEL', KEYS[2], unpack(ARGV, 4, last))
  redis.call('XACK', KEYS[2], ARGV[1], unpack(ARGV, 4, last))
end
return 1
