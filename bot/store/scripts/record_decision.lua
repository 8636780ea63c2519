-- Notes an administrator's decision about a chat's records, and begins a season if it is about that; once per update.
-- KEYS: game of the chat without a topic, decisions, seen updates, progress, records
-- ARGV: a map of
--   marker: stands for the update among those seen
--   seen_most, seen_seconds: how many of these to keep, and how long
--   decision, most_decisions: what to note, and how many of these to keep
--   season: the beginning of a season to append; else none
--   number: its number, which follows the latest season's
-- Returns 'ok'; 'seen' if the update has done it before; 'changed' if the season is not the next one, or that is
-- unknown because not all records are counted; or the supergroup
local game_key, decisions_key, seen_key, progress_key, records_key = unpack(KEYS)
local given = cmsgpack.unpack(ARGV[1])

local moved = redis.call('HGET', game_key, 'moved')
if moved then
  return moved
end
if is_seen(seen_key, given.marker) then
  return 'seen'
end
if given.season then
  local progress = redis.call('HMGET', progress_key, 'count', 'season')
  if tonumber(progress[1] or 0) ~= redis.call('LLEN', records_key) then
    return 'changed'
  end
  if tonumber(progress[2] or 0) + 1 ~= tonumber(given.number) then
    return 'changed'
  end
  redis.call('RPUSH', records_key, given.season)
end
note_seen(seen_key, given.marker, '', given.seen_most, given.seen_seconds)
redis.call('RPUSH', decisions_key, given.decision)
redis.call('LTRIM', decisions_key, -tonumber(given.most_decisions), -1)
return 'ok'
