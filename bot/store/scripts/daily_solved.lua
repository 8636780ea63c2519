-- Notes that a user has solved a chat's daily puzzle; once, and while it is the latest.
-- KEYS: game of the chat without a topic, the daily puzzle, the solvers
-- ARGV: the puzzle, the user, the user's name
-- Returns the supergroup, if it has become one; else '' if it was noted before or is not the latest; 'solved' if it is
-- noted
local game_key, daily_key, solvers_key = unpack(KEYS)
local puzzle, user, name = unpack(ARGV)

local moved = redis.call('HGET', game_key, 'moved')
if moved then
  return moved
end
local daily = redis.call('HMGET', daily_key, 'puzzle', 'number', 'first')
if daily[1] ~= puzzle then
  return ''
end
local number = tonumber(daily[2])
local stored = redis.call('HGET', solvers_key, user)
local solver = stored and cmsgpack.unpack(stored) or {0, 0, 0, 0}
local newest, streak, longest, total = unpack(solver)
if newest == number then
  return ''
end
streak = newest == number - 1 and streak + 1 or 1
redis.call('HSET', solvers_key, user, cmsgpack.pack({number, streak, math.max(longest, streak), total + 1}))
redis.call('HINCRBY', daily_key, 'solved', 1)
-- A first solver who was forgotten leaves a mark, so that nobody else becomes the first.
if not daily[3] then
  redis.call('HSET', daily_key, 'first', user, 'first-name', name)
end
return 'solved'
