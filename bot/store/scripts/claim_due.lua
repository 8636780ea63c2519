-- Claims due scopes: each is postponed to the end of the lease, so that nobody finds it meanwhile.
-- KEYS: deadlines and claims of each of some shards
-- ARGV: now, end of the lease, most scopes to claim
-- Returns the claimed scopes, the most overdue of each shard first
local most = tonumber(ARGV[3])
local claimed = {}
for i = 1, #KEYS, 2 do
  local key, claims = KEYS[i], KEYS[i + 1]
  if #claimed >= most then
    break
  end
  -- Ignore a key that is no sorted set.
  local due = redis.pcall('ZRANGEBYSCORE', key, '-inf', ARGV[1], 'LIMIT', 0, most - #claimed)
  due = due.err and {} or due
  if #due > 0 then
    redis.pcall('ZREMRANGEBYSCORE', claims, '-inf', ARGV[1])
  end
  for _, scope in ipairs(due) do
    redis.call('ZADD', key, ARGV[2], scope)
    redis.pcall('ZADD', claims, ARGV[2], scope)
    claimed[#claimed + 1] = scope
  end
end
return claimed
