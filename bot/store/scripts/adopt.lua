-- Takes over what a group had that was closed: its game, unless there is one here already, which is newer, and whatever
-- of its choices nobody has made here.
-- KEYS: game, log, words, seen, deadlines, halted; then the hashes of choices
-- ARGV: 1 scope, 2 deadline or '' (none), 3 what stands for the game: the group and its version, 4 where this chat may
--       have moved to, and yet is to be open again ('' for nowhere), 5 '1' where the group's tables wait for the bot,
--       6 seconds to keep that; 7 to 14 for each of the first four keys its time to live in milliseconds, 0 for ever,
--       and its dump, '' for none; then for each hash how many fields, and these with their values
-- Returns {'here'}, or {'moved', the chat that this one has become, 1 if all that it had is there}: nothing was done
local here = redis.call('HMGET', KEYS[1], 'version', 'state', 'came', 'moved', 'left', 'post', 'photo')
if here[3] == ARGV[3] then
  return {'here'}
end
if here[4] and not (here[4] == ARGV[4] and here[5]) then
  return {'moved', here[4], here[5] and 1 or 0}
end
redis.call('HDEL', KEYS[1], 'moved', 'left')
if ARGV[8] ~= '' and not here[2] then
  for i = 1, 4 do
    if ARGV[2 * i + 6] ~= '' then
      redis.call('RESTORE', KEYS[i], ARGV[2 * i + 5], ARGV[2 * i + 6], 'REPLACE')
    end
  end
  -- Messages have other numbers here.
  redis.call('HDEL', KEYS[1], 'moved', 'due', 'post')
  redis.call('HSET', KEYS[1], 'came', ARGV[3])
  -- A table that was closed here has left its number behind: none is given twice.
  local closed = tonumber(here[1])
  if closed and closed >= (tonumber(redis.call('HGET', KEYS[1], 'version')) or 0) then
    redis.call('HSET', KEYS[1], 'version', closed + 1)
  end
  -- What was told here before is newer than what was told there.
  if here[6] then
    redis.call('HSET', KEYS[1], 'post', here[6])
  end
  if here[7] then
    redis.call('HSET', KEYS[1], 'photo', here[7])
  end
  if ARGV[2] ~= '' then
    redis.call('ZADD', KEYS[5], ARGV[2], ARGV[1])
  end
end
if ARGV[5] == '1' then
  redis.call('SADD', KEYS[6], ARGV[1])
  redis.call('EXPIRE', KEYS[6], ARGV[6])
end
local at = 15
for i = 7, #KEYS do
  local fields = tonumber(ARGV[at])
  for field = at + 1, at + 2 * fields, 2 do
    redis.call('HSETNX', KEYS[i], ARGV[field], ARGV[field + 1])
  end
  at = at + 1 + 2 * fields
end
return {'here'}
