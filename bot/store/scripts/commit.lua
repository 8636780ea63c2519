-- One commit: all of it, or nothing.
-- KEYS: game, log, seen, deadlines, outbox, words
-- ARGV: 1 expected version, 2 update id or '', 3 state or '' (no game), 4 scope, 5 deadline or '' (none),
--       6 '1' to begin the log anew, 7 seconds to keep the game, 8 update ids to keep, 9 seconds to keep them,
--       10 words to keep with the game or '' (those that are kept), 11 number of log entries;
--       then the log entries, then the outbox entries
-- Returns {kind, version}: 'ok' and the new version, 'lost' or 'seen' and the current one
local version = tonumber(redis.call('HGET', KEYS[1], 'version')) or 0
local update = ARGV[2]

if update ~= '' and redis.call('ZSCORE', KEYS[3], update) then
  return {'seen', version}
end
if version ~= tonumber(ARGV[1]) then
  return {'lost', version}
end

version = version + 1
if ARGV[3] == '' then
  redis.call('HDEL', KEYS[1], 'state')
  redis.call('HSET', KEYS[1], 'version', version)
else
  redis.call('HSET', KEYS[1], 'version', version, 'state', ARGV[3])
end
redis.call('EXPIRE', KEYS[1], ARGV[7])

if ARGV[6] == '1' then
  redis.call('DEL', KEYS[2], KEYS[6])
end
if ARGV[10] ~= '' then
  redis.call('SET', KEYS[6], ARGV[10])
end
redis.call('EXPIRE', KEYS[6], ARGV[7])
local entries = 11 + tonumber(ARGV[11])
for i = 12, entries do
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

if update ~= '' then
  redis.call('ZADD', KEYS[3], version, update)
  redis.call('ZREMRANGEBYRANK', KEYS[3], 0, -1 - tonumber(ARGV[8]))
  redis.call('EXPIRE', KEYS[3], ARGV[9])
end
return {'ok', version}
