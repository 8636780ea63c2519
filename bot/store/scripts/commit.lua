-- One commit: all of it, or nothing.
-- KEYS: as named below
-- ARGV: a map of
--   scope, expected_version
--   update: the id of the update that causes it, if one does
--   state: none if there is no game any more
--   log, outbox, alerted: lists of entries to add, and of the subscribers who get their alert by it
--   new_log: whether a new game begins, without the former log and words
--   custom_words, audit_log: none to leave what is stored
--   deadline: none if nothing is due
--   downtime_ms: the total downtime by now
--   served_at_ms: the served time, if it is to be noted
--   game_seconds: how long to keep the game
--   seen_most, seen_seconds: how many update ids to keep, and how long
--   epoch: that owns the shard, or 'alone' (without a fence)
--   group, consumer, most_delivered: who gets the entries of the outbox, at most how many; no consumer if nobody does
--   entry: the inbox's entry of the update, to be deleted, if it may be
-- Returns {kind, version, entries}: 'ok', the new version and the outbox's entries that the consumer got, the oldest
-- first; 'lost' (an alerted subscriber is gone, too) or 'seen' and the current version; 'moved' and the chat that this
-- one has become; 'fenced' and 0 if another owns the shard by now. The inbox's entry is deleted with 'ok' and 'seen'
local game_key, log_key, seen_key, deadlines_key, outbox_key = unpack(KEYS, 1, 5)
local words_key, owner_key, inbox_key, alerts_key, newest_commit_key = unpack(KEYS, 6, 10)
local commit = cmsgpack.unpack(ARGV[1])

if commit.epoch ~= 'alone' and redis.call('GET', owner_key) ~= commit.epoch then
  return {'fenced', 0, {}}
end
local game = redis.call('HMGET', game_key, 'version', 'moved')
if game[2] then
  return {'moved', game[2], {}}
end
local version = tonumber(game[1]) or 0

local function delete_inbox_entry()
  if commit.entry then
    redis.call('XDEL', inbox_key, commit.entry)
    redis.call('XACK', inbox_key, commit.group, commit.entry)
  end
end

if commit.update and redis.call('ZSCORE', seen_key, commit.update) then
  delete_inbox_entry()
  return {'seen', version, {}}
end
if version ~= tonumber(commit.expected_version) then
  return {'lost', version, {}}
end
for _, subscriber in ipairs(commit.alerted) do
  if redis.call('HEXISTS', alerts_key, subscriber) == 0 then
    return {'lost', version, {}}
  end
end

version = version + 1
if commit.state then
  redis.call('HSET', game_key, 'version', version, 'state', commit.state, 'away', commit.downtime_ms)
else
  redis.call('HDEL', game_key, 'state')
  redis.call('HSET', game_key, 'version', version, 'away', commit.downtime_ms)
end
redis.call('EXPIRE', game_key, commit.game_seconds)

if commit.audit_log then
  redis.call('HSET', game_key, 'acts', commit.audit_log)
end
if commit.new_log then
  redis.call('DEL', log_key, words_key)
end
if commit.custom_words then
  redis.call('SET', words_key, commit.custom_words)
end
redis.call('EXPIRE', words_key, commit.game_seconds)
for _, subscriber in ipairs(commit.alerted) do
  redis.call('HDEL', alerts_key, subscriber)
end
for _, entry in ipairs(commit.log) do
  redis.call('RPUSH', log_key, entry)
end
redis.call('EXPIRE', log_key, commit.game_seconds)

for _, payload in ipairs(commit.outbox) do
  redis.call('XADD', outbox_key, '*', 'scope', commit.scope, 'payload', payload)
end

if commit.deadline then
  redis.call('ZADD', deadlines_key, commit.deadline, commit.scope)
else
  redis.call('ZREM', deadlines_key, commit.scope)
end

if commit.served_at_ms then
  -- A key that is no string is written over.
  local newest = redis.pcall('GET', newest_commit_key)
  if type(newest) ~= 'string' or (tonumber(newest) or 0) < tonumber(commit.served_at_ms) then
    redis.call('SET', newest_commit_key, commit.served_at_ms)
  end
end

if commit.update then
  redis.call('ZADD', seen_key, version, commit.update)
  redis.call('ZREMRANGEBYRANK', seen_key, 0, -1 - tonumber(commit.seen_most))
  redis.call('EXPIRE', seen_key, commit.seen_seconds)
end

delete_inbox_entry()

-- Last, and protected: it is all written, and the consumer's own read of the outbox finds what is not delivered here.
if not commit.consumer or #commit.outbox == 0 then
  return {'ok', version, {}}
end
local taken = redis.pcall(
  'XREADGROUP', 'GROUP', commit.group, commit.consumer, 'COUNT', commit.most_delivered, 'STREAMS', outbox_key, '>'
)
if not taken or taken.err then
  return {'ok', version, {}}
end
return {'ok', version, taken[1][2]}
