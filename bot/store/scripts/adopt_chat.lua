-- Takes over the data of a basic group that became this supergroup: each table, unless there is a newer one with its
-- number here, which is not over while the other one is running; the seen updates; and every setting that nobody made
-- here. Idempotent.
-- KEYS: game of the first table, deadlines, unreachable scopes, numbers, decisions about former tables, seen updates,
-- decisions about records; then the hashes to merge; then the keys to copy of each table, the game first
-- ARGV: a map of
--   old_chat
--   tables: of each
--     scope, number
--     deadline: none if nothing is due
--     dumps: of the keys to copy, the game first; '' for a missing key
--     ttls_ms: their lifetimes, 0 for ever
--   unreachable: the scopes with stopped clocks
--   numbers: its table numbers, each with its state
--   audit_entries, most_audit_entries: decisions about former tables, and how many to keep
--   decisions, most_decisions: those about records, oldest first, and how many to keep
--   seen: ids of updates and their effects alternating, oldest first
--   seen_most, seen_seconds: how many of these to keep, and how long
--   idle_seconds: how long to keep the rest, and the note that this was done
--   hashes: fields of each hash to merge, names and values alternating
--   settings: the index, from 1, of the settings among these
local first_key, deadlines_key, unreachable_key, numbers_key, audit_entries_key, seen_key = unpack(KEYS, 1, 6)
local decisions_key = KEYS[7]
local group = cmsgpack.unpack(ARGV[1])
local next_key = 8

if redis.call('HGET', first_key, 'came') == group.old_chat then
  return
end
for place, fields in ipairs(group.hashes) do
  -- Only the language of who added the bot, which nobody chose here.
  local settings_key = place == tonumber(group.settings) and KEYS[next_key]
  local adder = settings_key and redis.call('HGET', settings_key, 'adder')
  if adder and adder == redis.call('HGET', settings_key, 'language') then
    redis.call('HDEL', settings_key, 'language', 'adder')
  end
  for at = 1, #fields, 2 do
    redis.call('HSETNX', KEYS[next_key], fields[at], fields[at + 1])
  end
  next_key = next_key + 1
end

local adopted, number_there = {}, {}
for at = 1, #group.numbers, 2 do
  number_there[group.numbers[at]] = group.numbers[at + 1]
end

local function adopt_table(moved)
  local game_key = KEYS[next_key]
  local here = redis.call('HMGET', game_key, 'version', 'state', 'post', 'photo')
  local number = tostring(moved.number)
  -- A running game never gives way to a finished one.
  local gives_way = here[2] and is_open(number_there[number]) and not is_open(redis.call('HGET', numbers_key, number))
  if moved.dumps[1] == '' or (here[2] and not gives_way) then
    return
  end
  adopted[number] = true
  for i, dump in ipairs(moved.dumps) do
    if dump ~= '' then
      redis.call('RESTORE', KEYS[next_key + i - 1], moved.ttls_ms[i], dump, 'REPLACE')
    elseif gives_way then
      redis.call('DEL', KEYS[next_key + i - 1])
    end
  end
  -- Messages have other ids here.
  redis.call('HDEL', game_key, 'moved', 'due', 'post', 'messages')
  -- A table that was closed here has left its number behind: numbers are not reused.
  local closed = tonumber(here[1])
  if closed and closed >= (tonumber(redis.call('HGET', game_key, 'version')) or 0) then
    redis.call('HSET', game_key, 'version', closed + 1)
  end
  -- What was told here is newer than what was told there.
  if here[3] then
    redis.call('HSET', game_key, 'post', here[3])
  end
  if here[4] then
    redis.call('HSET', game_key, 'photo', here[4])
  end
  if moved.deadline then
    redis.call('ZADD', deadlines_key, moved.deadline, moved.scope)
  end
end

for _, moved in ipairs(group.tables) do
  adopt_table(moved)
  next_key = next_key + #moved.dumps
end

-- An open table's number matters more than when one became free, but only for a table that is here: where another one
-- stayed, its number says so already.
for at = 1, #group.numbers, 2 do
  local number, there = group.numbers[at], group.numbers[at + 1]
  local here = redis.call('HGET', numbers_key, number)
  if is_open(there) and adopted[number] and not is_open(here) or not is_open(there) and not here then
    redis.call('HSET', numbers_key, number, there)
  end
end
tell_numbers(numbers_key)
redis.call('EXPIRE', numbers_key, group.idle_seconds)

keep_audit_entries(audit_entries_key, group.audit_entries, group.most_audit_entries)
redis.call('EXPIRE', audit_entries_key, group.idle_seconds)
-- Decisions made there are older than those made here.
for at = #group.decisions, 1, -1 do
  redis.call('LPUSH', decisions_key, group.decisions[at])
end
redis.call('LTRIM', decisions_key, -tonumber(group.most_decisions), -1)
for at = 1, #group.seen, 2 do
  if not is_seen(seen_key, group.seen[at]) then
    note_seen(seen_key, group.seen[at], group.seen[at + 1], group.seen_most, group.seen_seconds)
  end
end
for _, scope in ipairs(group.unreachable) do
  redis.call('SADD', unreachable_key, scope)
  redis.call('EXPIRE', unreachable_key, group.idle_seconds)
end
redis.call('HSET', first_key, 'came', group.old_chat)
if redis.call('TTL', first_key) < 0 then
  redis.call('EXPIRE', first_key, group.idle_seconds)
end
