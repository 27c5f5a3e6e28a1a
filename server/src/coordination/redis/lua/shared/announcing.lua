-- Returns the alert levels that a window has newly reached, in percent of its limit, as bits, and remembers them.

local levels = {LEVELS}
local function announce(key, hi, lo, limit, bits)
  if not limit or limit == '' or bits == 7 then return 0 end
  local lhi, llo = split(limit)
  local told, new = 0, bits
  for i = 1, 3 do
    local bit = 2 ^ (i - 1)
    if math.floor(bits / bit) % 2 == 0 and (hi * 100 - lhi * levels[i]) * 1e9 + (lo * 100 - llo * levels[i]) >= 0 then
      new = new + bit
      if levels[i] == 100 or lhi ~= 0 or llo ~= 0 then told = told + bit end
    end
  end
  if new ~= bits then redis.call('HSET', key, 'n', new) end
  return told
end
