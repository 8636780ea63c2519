-- Put before scripts that read a scope's game and its chat's settings, from KEYS[first] on: game, seen, settings, words,
-- unreachable scopes.
-- Returns {version, state or nil, 1 if the update (an id or '') was committed, settings as name, value, …, words or nil,
--          away as the newest commit noted it, 1 if tables of the chat wait for the bot's return,
--          the chat that this one has moved to or nil, 1 if all that it had is there}
local function read_table(keys, first, update)
  local game = redis.call('HMGET', keys[first], 'version', 'state', 'away', 'moved', 'left')
  local duplicate = 0
  if update ~= '' and redis.call('ZSCORE', keys[first + 1], update) then
    duplicate = 1
  end
  return {
    tonumber(game[1]) or 0,
    game[2],
    duplicate,
    redis.call('HGETALL', keys[first + 2]),
    redis.call('GET', keys[first + 3]),
    tonumber(game[3]) or 0,
    redis.call('EXISTS', keys[first + 4]),
    game[4],
    game[5] and 1 or 0,
  }
end
