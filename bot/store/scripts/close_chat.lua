-- Closes a group that became a supergroup: nothing is committed at its tables any more.
-- KEYS: game of its first table, deadlines, numbers of its tables
-- ARGV: the new chat, scope of the first table, seconds to keep the mark
-- Returns {the supergroup, 1 if all data are there}
local first_key, deadlines_key, numbers_key = unpack(KEYS)
local moved = redis.call('HGET', first_key, 'moved')
if moved then
  return {moved, redis.call('HEXISTS', first_key, 'left')}
end
redis.call('HSET', first_key, 'moved', ARGV[1])
if redis.call('TTL', first_key) < tonumber(ARGV[3]) then
  redis.call('EXPIRE', first_key, ARGV[3])
end

local function close_table(game_key, scope)
  local due = redis.call('ZSCORE', deadlines_key, scope)
  if due then
    redis.call('HSET', game_key, 'due', due)
    redis.call('ZREM', deadlines_key, scope)
  end
end

close_table(first_key, ARGV[2])
for _, number in ipairs(redis.call('HKEYS', numbers_key)) do
  if number ~= '1' then
    close_table((string.gsub(first_key, ':game$', '#' .. number .. ':game')), ARGV[2] .. '#' .. number)
  end
end
return {ARGV[1], 0}
