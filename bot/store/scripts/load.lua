-- A scope's game and its chat's settings, in one round trip.
-- KEYS: game, seen, settings, words, halted
-- ARGV: update id or ''
-- Returns {version, state or nil, 1 if the update was committed, settings as name, value, …, words or nil,
--          away as the newest commit noted it, 1 if tables of the chat wait for the bot's return,
--          the chat that this one has moved to or nil, 1 if all that it had is there}
local game = redis.call('HMGET', KEYS[1], 'version', 'state', 'away', 'moved', 'left')
local duplicate = 0
if ARGV[1] ~= '' and redis.call('ZSCORE', KEYS[2], ARGV[1]) then
  duplicate = 1
end
return {
  tonumber(game[1]) or 0,
  game[2],
  duplicate,
  redis.call('HGETALL', KEYS[3]),
  redis.call('GET', KEYS[4]),
  tonumber(game[3]) or 0,
  redis.call('EXISTS', KEYS[5]),
  game[4],
  game[5] and 1 or 0,
}
