-- A scope's game and its chat's settings, in one round trip.
-- KEYS: game, seen, settings, words
-- ARGV: update id or ''
-- Returns {version, state or nil, 1 if the update was committed, settings as name, value, …, words or nil}
local game = redis.call('HMGET', KEYS[1], 'version', 'state')
local duplicate = 0
if ARGV[1] ~= '' and redis.call('ZSCORE', KEYS[2], ARGV[1]) then
  duplicate = 1
end
return {tonumber(game[1]) or 0, game[2], duplicate, redis.call('HGETALL', KEYS[3]), redis.call('GET', KEYS[4])}
