-- Put before scripts that read a table and its chat's settings, from KEYS[first] on: the table's game and words; the
-- chat's seen updates, settings and unreachable scopes; the place's numbers, and the game of its first table.
-- Returns {version, state or nil, 1 if the chat has seen the update (an id or ''), settings as name, value, …, words or
--          nil, away as the last commit noted it, the chat's unreachable scopes,
--          the supergroup or nil, 1 if all data are there,
--          the last messages about the table,
--          the place's numbers as number, state, …,
--          if wanted, for each of the place's other tables {number, version, state or nil, words or nil, away,
--          messages}; a free number may have none, and all but the six that became free last have only the
--          version: finished games stay for a month, and each update reads them all}
local function read_table(keys, first, update, with_others)
  local game_key, words_key, seen_key, settings_key, unreachable_key, numbers_key, first_key = unpack(keys, first, first + 6)
  local game = redis.call('HMGET', game_key, 'version', 'state', 'away', 'messages')
  local moved = redis.call('HMGET', first_key, 'moved', 'left')
  local numbers = redis.call('HGETALL', numbers_key)
  local known, others, freed = {}, {}, {}
  for at = 2, #numbers, 2 do
    freed[#freed + 1] = math.abs(tonumber(numbers[at]) or 0)
  end
  table.sort(freed, function(one, other) return one > other end)
  local oldest_read = freed[6] or 0
  for at = 1, #numbers, 2 do
    local number, what = numbers[at], numbers[at + 1]
    local other_key = first_key
    if number ~= '1' then
      other_key = string.gsub(first_key, ':game$', '#' .. number .. ':game')
    end
    -- A table untouched for a year is gone, and its number only seems to be open.
    if (what ~= 'open' and what ~= 'told') or redis.call('EXISTS', other_key) == 1 then
      known[#known + 1] = number
      known[#known + 1] = what
    end
    if with_others and other_key ~= game_key then
      local is_old = what ~= 'open' and what ~= 'told' and math.abs(tonumber(what) or 0) < oldest_read
      local other = is_old and {redis.call('HGET', other_key, 'version'), false, false, false}
        or redis.call('HMGET', other_key, 'version', 'state', 'away', 'messages')
      if other[1] and is_old then
        others[#others + 1] = {number, tonumber(other[1]), false, false, 0, ''}
      elseif other[1] then
        local words = redis.call('GET', (string.gsub(other_key, ':game$', ':game-words')))
        others[#others + 1] = {number, tonumber(other[1]), other[2], words, tonumber(other[3]) or 0, other[4] or ''}
      end
    end
  end
  return {
    tonumber(game[1]) or 0,
    game[2],
    update ~= '' and redis.call('HEXISTS', seen_key, update) or 0,
    redis.call('HGETALL', settings_key),
    redis.call('GET', words_key),
    tonumber(game[3]) or 0,
    redis.call('SMEMBERS', unreachable_key),
    moved[1],
    moved[2] and 1 or 0,
    game[4] or '',
    known,
    others,
  }
end
