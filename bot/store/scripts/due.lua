-- Claims what is due: each claimed scope is put off until the lease ends, so no other worker finds it.
-- KEYS: deadlines of any number of shards
-- ARGV: now, end of the lease, most scopes to claim
-- Returns the claimed scopes, the most overdue of each shard first
local most = tonumber(ARGV[3])
local claimed = {}
for _, key in ipairs(KEYS) do
  if #claimed >= most then
    break
  end
  local due = redis.call('ZRANGEBYSCORE', key, '-inf', ARGV[1], 'LIMIT', 0, most - #claimed)
  for _, scope in ipairs(due) do
    redis.call('ZADD', key, ARGV[2], scope)
    claimed[#claimed + 1] = scope
  end
end
return claimed
