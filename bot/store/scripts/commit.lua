-- One commit: all of it, or nothing.
-- KEYS: game, log, seen, deadlines, outbox, words, owner, inbox, callers, committed
-- ARGV: 1 expected version, 2 update id or '', 3 state or '' (no game), 4 scope, 5 deadline or '' (none),
--       6 '1' to begin the log anew, 7 seconds to keep the game, 8 update ids to keep, 9 seconds to keep them,
--       10 words to keep with the game or '' (those that are kept), 11 group and 12 worker that takes what the outbox
--       holds then, or '' (none), 13 most entries to take, 14 for how long the service had been away, 15 the epoch that
--       owns the shard, or 'alone' (without a fence), 16 the inbox's entry that is handled by this or '', 17 what is kept of
--       former logs or '' (what is kept already), 18 number of callers who are told and wait no more, 19 number of log
--       entries, 20 the instant in served time or '' (none is noted); then the callers, the log entries, and the outbox entries
-- Returns {kind, version, entries}: 'ok', the new version and the outbox's entries that the worker has taken, the
-- oldest first; 'lost' (a caller who waits no more, too) or 'seen' and the current version; 'moved' and the chat that
-- this one has become; 'fenced' and 0 where another owns the shard by now. The inbox's entry is gone with 'ok' and 'seen'
if ARGV[15] ~= 'alone' and redis.call('GET', KEYS[7]) ~= ARGV[15] then
  return {'fenced', 0, {}}
end
local game = redis.call('HMGET', KEYS[1], 'version', 'moved')
if game[2] then
  return {'moved', game[2], {}}
end
local version = tonumber(game[1]) or 0
local update = ARGV[2]

local function handled()
  if ARGV[16] ~= '' then
    redis.call('XDEL', KEYS[8], ARGV[16])
    redis.call('XACK', KEYS[8], ARGV[11], ARGV[16])
  end
end

if update ~= '' and redis.call('ZSCORE', KEYS[3], update) then
  handled()
  return {'seen', version, {}}
end
if version ~= tonumber(ARGV[1]) then
  return {'lost', version, {}}
end
local callers = 20 + tonumber(ARGV[18])
for i = 21, callers do
  if redis.call('HEXISTS', KEYS[9], ARGV[i]) == 0 then
    return {'lost', version, {}}
  end
end

version = version + 1
if ARGV[3] == '' then
  redis.call('HDEL', KEYS[1], 'state')
  redis.call('HSET', KEYS[1], 'version', version, 'away', ARGV[14])
else
  redis.call('HSET', KEYS[1], 'version', version, 'state', ARGV[3], 'away', ARGV[14])
end
redis.call('EXPIRE', KEYS[1], ARGV[7])

if ARGV[17] ~= '' then
  redis.call('HSET', KEYS[1], 'acts', ARGV[17])
end
if ARGV[6] == '1' then
  redis.call('DEL', KEYS[2], KEYS[6])
end
if ARGV[10] ~= '' then
  redis.call('SET', KEYS[6], ARGV[10])
end
redis.call('EXPIRE', KEYS[6], ARGV[7])
for i = 21, callers do
  redis.call('HDEL', KEYS[9], ARGV[i])
end
local entries = callers + tonumber(ARGV[19])
for i = callers + 1, entries do
  redis.call('RPUSH', KEYS[2], ARGV[i])
end
redis.call('EXPIRE', KEYS[2], ARGV[7])

for i = entries + 1, #ARGV do
  redis.call('XADD', KEYS[5], '*', 'scope', ARGV[4], 'payload', ARGV[i])
end

if ARGV[5] == '' then
  redis.call('ZREM', KEYS[4], ARGV[4])
else
  redis.call('ZADD', KEYS[4], ARGV[5], ARGV[4])
end

if ARGV[20] ~= '' then
  -- A key that is no string is in nobody's way: it is written over.
  local newest = redis.pcall('GET', KEYS[10])
  if type(newest) ~= 'string' or (tonumber(newest) or 0) < tonumber(ARGV[20]) then
    redis.call('SET', KEYS[10], ARGV[20])
  end
end

if update ~= '' then
  redis.call('ZADD', KEYS[3], version, update)
  redis.call('ZREMRANGEBYRANK', KEYS[3], 0, -1 - tonumber(ARGV[8]))
  redis.call('EXPIRE', KEYS[3], ARGV[9])
end

handled()

-- Last, and protected: it is all written, and what is not taken here the worker's own look at the outbox finds.
if ARGV[12] == '' or entries == #ARGV then
  return {'ok', version, {}}
end
local taken = redis.pcall('XREADGROUP', 'GROUP', ARGV[11], ARGV[12], 'COUNT', ARGV[13], 'STREAMS', KEYS[5], '>')
if not taken or taken.err then
  return {'ok', version, {}}
end
return {'ok', version, taken[1][2]}
