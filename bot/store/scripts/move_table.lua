-- Moves a table with its words, its log, its deadline and its untold notices to another place of its chat, under a
-- number that is free there.
-- KEYS: the place's numbers, those of the other place, deadlines, unreachable scopes, running games, outbox, held
-- notices; then game, words and log of the table, and the same of the other scope
-- ARGV: a map of
--   group
--   scope, number, version: the table, its number, and its version as read
--   new_scope, new_number
--   at: when its number became free, in Unix seconds
--   former_seconds, place_seconds: how long to keep the table's version in its place, and the places' data
-- Returns 1; 0 if the table was changed meanwhile, or the number is taken: nothing was done
local numbers_key, new_numbers_key, deadlines_key, unreachable_key, running_key, outbox_key, held_key = unpack(KEYS, 1, 7)
local game_key, new_game_key = KEYS[8], KEYS[11]
local given = cmsgpack.unpack(ARGV[1])

local version = tonumber(redis.call('HGET', game_key, 'version'))
if version ~= tonumber(given.version) or is_open(redis.call('HGET', new_numbers_key, given.new_number)) then
  return 0
end

-- No version of a scope is reused.
local newest = math.max(version, tonumber(redis.call('HGET', new_game_key, 'version')) or 0) + 1
for at = 8, 10 do
  redis.call('DEL', KEYS[at + 3])
  if redis.call('EXISTS', KEYS[at]) == 1 then
    redis.call('RENAME', KEYS[at], KEYS[at + 3])
  end
end
redis.call('HSET', new_game_key, 'version', newest)
redis.call('HSET', game_key, 'version', version + 1)
redis.call('EXPIRE', game_key, given.former_seconds)

free_number(numbers_key, given.number, given.at)
redis.call('HSET', new_numbers_key, given.new_number, 'open')
tell_numbers(new_numbers_key)
redis.call('EXPIRE', new_numbers_key, given.place_seconds)

for _, key in ipairs({deadlines_key, running_key}) do
  local score = redis.call('ZSCORE', key, given.scope)
  if score then
    redis.call('ZREM', key, given.scope)
    redis.call('ZADD', key, score, given.new_scope)
  end
end
if redis.call('SREM', unreachable_key, given.scope) == 1 then
  redis.call('SADD', unreachable_key, given.new_scope)
  redis.call('EXPIRE', unreachable_key, given.place_seconds)
end

-- Held ones are older.
for _, key in ipairs({held_key, outbox_key}) do
  for _, entry in ipairs(redis.call('XRANGE', key, '-', '+')) do
    local id, fields, is_of_table = entry[1], entry[2], false
    for at = 1, #fields, 2 do
      if fields[at] == 'scope' and fields[at + 1] == given.scope then
        fields[at + 1], is_of_table = given.new_scope, true
      end
    end
    if is_of_table then
      redis.call('XADD', outbox_key, '*', unpack(fields))
      redis.call('XDEL', key, id)
      if key == outbox_key then
        redis.call('XACK', outbox_key, given.group, id)
      end
    end
  end
end
return 1
