-- Ends a claim without result: what was claimed is due again at a given time, not only at the lease's end.
-- KEYS: a schedule, and its claims
-- ARGV: what was claimed, end of its lease, when it is due again
-- Returns 1 if it was still claimed so; what was done, postponed or claimed by another meanwhile stays as it is
for i = 1, 2 do
  -- Ignore a key that is no sorted set.
  local score = redis.pcall('ZSCORE', KEYS[i], ARGV[1])
  if type(score) ~= 'string' or tonumber(score) ~= tonumber(ARGV[2]) then
    return 0
  end
end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[1])
return 1
