-- Takes one shard to the next schema: all that its migration writes, and the number, in one step.
-- KEYS: the shard's schema, then all written keys
-- ARGV: a map of
--   schema, next_schema: the schema of the shard as read, and the next one
--   commands: each a list of its parts
-- Returns 1 if it is done, or was before; 0 if the shard has another schema: nothing was changed
local schema_key = KEYS[1]
local given = cmsgpack.unpack(ARGV[1])

local schema = redis.call('GET', schema_key) or given.schema
if schema ~= given.schema then
  return schema == given.next_schema and 1 or 0
end
for _, command in ipairs(given.commands) do
  redis.call(unpack(command))
end
redis.call('SET', schema_key, given.next_schema)
return 1
