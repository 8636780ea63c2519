-- Adds a group's held notice to the outbox for the supergroup that it became; idempotent.
-- KEYS: game of the supergroup's first table, outbox
-- ARGV: its former id; its new fields, names and values alternating
-- Returns 1; 0 if it, or a later one, was added before
local game_key, outbox_key = unpack(KEYS)

local function to_position(id)
  local at, number = string.match(id, '^(%d+)-(%d+)$')
  return tonumber(at), tonumber(number)
end

local at, number = to_position(ARGV[1])
local last_at, last_number = to_position(redis.call('HGET', game_key, 'held') or '0-0')
if at < last_at or (at == last_at and number <= last_number) then
  return 0
end
redis.call('XADD', outbox_key, '*', unpack(ARGV, 2))
redis.call('HSET', game_key, 'held', ARGV[1])
return 1
