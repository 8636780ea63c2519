-- A worker's share of the messages a second: what it wants as far as the others leave it; at least two thirds of an equal
-- part, so that others find some left, unless another wants more than its part. All shares never exceed the whole.
-- KEYS: hash: each worker's share, and what it wants, as 'share wish'
-- ARGV: 1 the worker, 2 the whole, 3 an equal part, 4 the least part, 5 what it wants, 6 seconds to keep the hash; then
--       the names of all workers
-- Returns its share, at least 1
local whole, equal, least = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local wish = math.max(tonumber(ARGV[5]), least)
local held, owed, lends, alive = 0, 0, false, {}
for i = 7, #ARGV do
  alive[ARGV[i]] = true
  if ARGV[i] ~= ARGV[1] then
    -- A worker that has not asked yet, as it is starting, may hold an equal part.
    local share, wanted = string.match(redis.call('HGET', KEYS[1], ARGV[i]) or '', '^(%d+) (%d+)$')
    held = held + (tonumber(share) or equal)
    owed = owed + math.min(tonumber(wanted) or equal, equal)
    lends = lends or (tonumber(wanted) or 0) > equal
  end
end
for _, name in ipairs(redis.call('HKEYS', KEYS[1])) do
  if not alive[name] then
    redis.call('HDEL', KEYS[1], name)
  end
end
local quiet = lends and wish or equal - math.floor(equal / 3)
local share = math.max(1, math.min(math.max(wish, quiet), whole - held, whole - owed))
redis.call('HSET', KEYS[1], ARGV[1], share .. ' ' .. wish)
redis.call('EXPIRE', KEYS[1], ARGV[6])
return share
