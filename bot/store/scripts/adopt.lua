-- Takes over what a basic group had that has become this supergroup: its game, unless there is one here already, which is
-- newer, and whatever of its choices nobody has made here. Once: who comes late with it finds it taken over.
-- KEYS: game, deadlines, unreachable scopes; then those to copy, and the hashes to merge
-- ARGV: 1 scope, 2 deadline or '' (none), 3 the group, 4 '1' if its tables wait for the bot, 5 seconds to keep that,
--       6 how many keys to copy; for each of them its time to live in milliseconds, 0 for ever, and its dump or '' (there
--       is none); then for each hash how many fields, and these with their values
local here = redis.call('HMGET', KEYS[1], 'version', 'state', 'came', 'post', 'photo')
if here[3] == ARGV[3] then
  return
end
local copied = tonumber(ARGV[6])
-- The game is the first of them.
if ARGV[8] ~= '' and not here[2] then
  for i = 1, copied do
    if ARGV[2 * i + 6] ~= '' then
      redis.call('RESTORE', KEYS[i + 3], ARGV[2 * i + 5], ARGV[2 * i + 6], 'REPLACE')
    end
  end
  -- Messages have other numbers here.
  redis.call('HDEL', KEYS[1], 'moved', 'due', 'post')
  -- A table that was closed here has left its number behind: none is given twice.
  local closed = tonumber(here[1])
  if closed and closed >= (tonumber(redis.call('HGET', KEYS[1], 'version')) or 0) then
    redis.call('HSET', KEYS[1], 'version', closed + 1)
  end
  -- What was told here before is newer than what was told there.
  if here[4] then
    redis.call('HSET', KEYS[1], 'post', here[4])
  end
  if here[5] then
    redis.call('HSET', KEYS[1], 'photo', here[5])
  end
  if ARGV[2] ~= '' then
    redis.call('ZADD', KEYS[2], ARGV[2], ARGV[1])
  end
end
if ARGV[4] == '1' then
  redis.call('SADD', KEYS[3], ARGV[1])
  redis.call('EXPIRE', KEYS[3], ARGV[5])
end
local at = 7 + 2 * copied
for i = 4 + copied, #KEYS do
  local fields = tonumber(ARGV[at])
  for field = at + 1, at + 2 * fields, 2 do
    redis.call('HSETNX', KEYS[i], ARGV[field], ARGV[field + 1])
  end
  at = at + 1 + 2 * fields
end
redis.call('HSET', KEYS[1], 'came', ARGV[3])
if redis.call('TTL', KEYS[1]) < 0 then
  redis.call('EXPIRE', KEYS[1], ARGV[5])
end
