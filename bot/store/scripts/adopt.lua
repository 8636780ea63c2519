-- Takes over the game of a group that was closed, unless there is one here already, which is newer.
-- KEYS: game, log, words, seen, deadlines
-- ARGV: scope, deadline or '' (none); then for each of the first four keys its time to live in milliseconds, 0 for
--       ever, and its dump, '' for none
-- Returns 1 if it was taken over
local here = redis.call('HMGET', KEYS[1], 'version', 'state')
if here[2] then
  return 0
end
-- What was told here before is newer than what was told there.
local told = redis.call('HMGET', KEYS[1], 'post', 'photo')
for i = 1, 4 do
  if ARGV[2 * i + 2] ~= '' then
    redis.call('RESTORE', KEYS[i], ARGV[2 * i + 1], ARGV[2 * i + 2], 'REPLACE')
  end
end
redis.call('HDEL', KEYS[1], 'moved', 'due')
-- A table that was closed here has left its number behind: none is given twice.
local closed = tonumber(here[1])
if closed and closed >= (tonumber(redis.call('HGET', KEYS[1], 'version')) or 0) then
  redis.call('HSET', KEYS[1], 'version', closed + 1)
end
if told[1] then
  redis.call('HSET', KEYS[1], 'post', told[1])
end
if told[2] then
  redis.call('HSET', KEYS[1], 'photo', told[2])
end
if ARGV[2] ~= '' then
  redis.call('ZADD', KEYS[5], ARGV[2], ARGV[1])
end
return 1
