-- One commit: all of it, or nothing.
-- KEYS: as named below
-- ARGV: a map of
--   scope, expected_version
--   update: the id of the update that causes it, if any
--   state: none if there is no game any more
--   number: the table's in its place
--   open: whether players sit, or may sit, at the table
--   told: for a table that opens beside others, the numbers that people are told from now on; else none
--   log, outbox, alerted: entries to add to these, and the subscribers whose alert it uses up
--   new_log: whether a new game begins, without the former log and words
--   custom_words: none to keep the stored ones
--   audit_entries, most_audit_entries: decisions about finished tables, and how many of these to keep in the place
--   deadline: none if nothing is due
--   record: of a game that ends with a result; else none
--   packed_game, history_seconds: the game itself, if it is to be kept, and for how long
--   downtime_ms: the total downtime by now
--   served_at_ms: the served time, if it is to be noted
--   game_seconds, place_seconds: how long to keep the game, and the place's data
--   seen_most, seen_seconds: how many update ids to keep, and how long
--   group, deliver, most_delivered: of the outbox, whether this process gets its new entries, and at most how many
--   entry: the inbox's entry of the update, to be deleted, if it may be
-- Returns {kind, version, entries}: 'ok', the new version and the delivered outbox entries, oldest first; 'lost' (an
-- alerted subscriber is gone, too) or 'seen' and the present version; 'moved' and the supergroup. The inbox's entry is
-- deleted with 'ok' and 'seen'
local game_key, log_key, seen_key, deadlines_key, outbox_key = unpack(KEYS, 1, 5)
local words_key, inbox_key, alerts_key, newest_commit_key, numbers_key, first_key, audit_entries_key = unpack(KEYS, 6, 12)
local records_key, packed_game_key = unpack(KEYS, 13, 14)
local commit = cmsgpack.unpack(ARGV[1])

local moved = redis.call('HGET', first_key, 'moved')
if moved then
  return {'moved', moved, {}}
end
local version = tonumber(redis.call('HGET', game_key, 'version')) or 0

local function delete_inbox_entry()
  if commit.entry then
    redis.call('XDEL', inbox_key, commit.entry)
    redis.call('XACK', inbox_key, commit.group, commit.entry)
  end
end

if commit.update and is_seen(seen_key, commit.update) then
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

keep_audit_entries(audit_entries_key, commit.audit_entries, commit.most_audit_entries)
redis.call('EXPIRE', audit_entries_key, commit.place_seconds)
if commit.new_log then
  redis.call('DEL', log_key, words_key)
  redis.call('HDEL', game_key, 'messages')
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

if commit.record then
  redis.call('RPUSH', records_key, commit.record)
  if commit.packed_game then
    redis.call('SET', packed_game_key, commit.packed_game, 'EX', commit.history_seconds)
  end
end

if not commit.open then
  local seconds = commit.served_at_ms and (tonumber(commit.served_at_ms) + tonumber(commit.downtime_ms)) / 1000
  free_number(numbers_key, commit.number, seconds and string.format('%d', seconds) or redis.call('TIME')[1])
elseif redis.call('HGET', numbers_key, commit.number) ~= 'told' then
  redis.call('HSET', numbers_key, commit.number, 'open')
end
for _, told in ipairs(commit.told) do
  -- A table closed since the place was read has no number any more.
  if redis.call('HGET', numbers_key, told) == 'open' then
    redis.call('HSET', numbers_key, told, 'told')
  end
end
redis.call('EXPIRE', numbers_key, commit.place_seconds)

if commit.served_at_ms then
  -- A key that is no string is overwritten.
  local newest = redis.pcall('GET', newest_commit_key)
  if type(newest) ~= 'string' or (tonumber(newest) or 0) < tonumber(commit.served_at_ms) then
    redis.call('SET', newest_commit_key, commit.served_at_ms)
  end
end

if commit.update then
  note_seen(seen_key, commit.update, ' ' .. commit.scope .. ' ' .. version, commit.seen_most, commit.seen_seconds)
end

delete_inbox_entry()

-- Last, and protected: all is written, and the owner's own read of the outbox finds what is not delivered here.
if not commit.deliver or #commit.outbox == 0 then
  return {'ok', version, {}}
end
local taken = redis.pcall(
  'XREADGROUP', 'GROUP', commit.group, epochs[1], 'COUNT', commit.most_delivered, 'STREAMS', outbox_key, '>'
)
if not taken or taken.err then
  return {'ok', version, {}}
end
return {'ok', version, taken[1][2]}
