-- Put before scripts that free the number of a table in its place, at an instant in seconds of the epoch: written below
-- zero if people were never told it, so that it need not rest.
local function free_number(numbers_key, number, at)
  local what = redis.call('HGET', numbers_key, number)
  if what == 'told' or what == 'open' then
    redis.call('HSET', numbers_key, number, (what == 'told' and '' or '-') .. at)
  end
end
