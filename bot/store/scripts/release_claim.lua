-- Ends a claim that nothing came of: what was claimed is due again at a stated instant, and not only at the lease's end.
-- KEYS: what is due, and the claims of it
-- ARGV: what was claimed, end of its lease, when it is due again
-- Returns 1 if it was still claimed so; what was done, put off or claimed by another meanwhile is left as it is
for i = 1, 2 do
  -- A key that is no sorted set is in nobody else's way.
  local score = redis.pcall('ZSCORE', KEYS[i], ARGV[1])
  if type(score) ~= 'string' or tonumber(score) ~= tonumber(ARGV[2]) then
    return 0
  end
end
redis.call('ZADD', KEYS[1], ARGV[3], ARGV[1])
redis.call('ZREM', KEYS[2], ARGV[1])
return 1
