-- Takes one shard to the next schema: all that its migration writes, and the number, in one step.
-- KEYS: owner, the shard's schema, then whatever is written
-- ARGV: a map of
--   epoch: by which the migration owns the shard
--   schema, next_schema: that the shard was read as, and the next one
--   commands: each a list of its parts
-- Returns 1; 0 if another owns the shard by now, or it is of another schema: nothing was changed
local owner_key, schema_key = unpack(KEYS, 1, 2)
local given = cmsgpack.unpack(ARGV[1])

if redis.call('GET', owner_key) ~= given.epoch or (redis.call('GET', schema_key) or given.schema) ~= given.schema then
  return 0
end
for _, command in ipairs(given.commands) do
  redis.call(unpack(command))
end
redis.call('SET', schema_key, given.next_schema)
return 1
