-- Put before scripts that read or write the numbers of a place's tables.
local function is_open(what)
  return what == 'open' or what == 'told'
end

-- Frees a table's number, at an instant in Unix seconds, negative if people were not told it: then it need not rest.
local function free_number(numbers_key, number, at)
  local what = redis.call('HGET', numbers_key, number)
  if is_open(what) then
    redis.call('HSET', numbers_key, number, (what == 'told' and '' or '-') .. at)
  end
end

-- People are told the numbers of tables that may be neighbours now.
local function tell_numbers(numbers_key)
  local numbers, open = redis.call('HGETALL', numbers_key), {}
  for at = 1, #numbers, 2 do
    if is_open(numbers[at + 1]) then
      open[#open + 1] = numbers[at]
    end
  end
  for _, number in ipairs(#open > 1 and open or {}) do
    redis.call('HSET', numbers_key, number, 'told')
  end
end

