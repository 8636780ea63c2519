-- Takes one shard to the next schema: all that its migration writes, and the number, in one step.
-- KEYS: owner, the shard's schema, then whatever is written
-- ARGV: the epoch by which the migration owns the shard, the schema that it was read as, the next one, then of each command the
--       number of its parts and they
-- Returns 1; 0 where another owns the shard by now, or it is of another schema: nothing was changed
if redis.call('GET', KEYS[1]) ~= ARGV[1] or (redis.call('GET', KEYS[2]) or ARGV[2]) ~= ARGV[2] then
  return 0
end
local at = 4
while at <= #ARGV do
  local parts = tonumber(ARGV[at])
  redis.call(unpack(ARGV, at + 1, at + parts))
  at = at + parts + 1
end
redis.call('SET', KEYS[2], ARGV[3])
return 1
