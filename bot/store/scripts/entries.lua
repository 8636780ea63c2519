-- Put before scripts that add an entry to a stream, once.
local function has_entry(stream, fields)
  local wanted = cmsgpack.pack(fields)
  for _, entry in ipairs(redis.call('XRANGE', stream, '-', '+')) do
    if cmsgpack.pack(entry[2]) == wanted then
      return true
    end
  end
  return false
end

