-- Begins to send a chat's daily puzzle, and notes that first. If another process had begun, the outcome is unknown, and
-- it is never sent again.
-- KEYS: game of the chat without a topic, the daily puzzle
-- ARGV: a map of
--   attempt: identifies this call, so that it may be sent again
--   day: the date, as 2026-11-27
--   puzzle: its id; one of the same day that waits to be sent again is kept
-- Returns 'sending' and the puzzle; else 'moved' and the supergroup, or 'done'
local game_key, daily_key = unpack(KEYS)
local given = cmsgpack.unpack(ARGV[1])

local moved = redis.call('HGET', game_key, 'moved')
if moved then
  return {'moved', moved}
end
local former = redis.call('HMGET', daily_key, 'day', 'state', 'puzzle', 'solved', 'first', 'first-name')
local day, state = former[1] or '', former[2] or ''
local mark = 'sending ' .. given.attempt
if given.day == day and state == mark then
  return {'sending', former[3]}
end
if given.day == day and state == 'waiting' then
  redis.call('HSET', daily_key, 'state', mark)
  return {'sending', former[3]}
end
if given.day == day and string.sub(state, 1, 7) == 'sending' then
  redis.call('HSET', daily_key, 'state', 'unknown')
end
if given.day <= day then
  return {'done'}
end
for at, field in ipairs({'puzzle', 'solved', 'first', 'first-name'}) do
  if former[at + 2] then
    redis.call('HSET', daily_key, 'before-' .. field, former[at + 2])
  else
    redis.call('HDEL', daily_key, 'before-' .. field)
  end
end
redis.call('HDEL', daily_key, 'solved', 'first', 'first-name')
redis.call('HSET', daily_key, 'day', given.day, 'puzzle', given.puzzle, 'state', mark)
redis.call('HINCRBY', daily_key, 'number', 1)
return {'sending', given.puzzle}
