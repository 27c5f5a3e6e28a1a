-- Amounts are decimal strings; Lua compares them in two parts, whole CNY and the nano remainder.

local function split(s)
  local minus = string.byte(s) == 45
  if minus then s = string.sub(s, 2) end
  local hi, lo = 0, 0
  local n = #s
  if n > 9 then hi = tonumber(string.sub(s, 1, n - 9)) lo = tonumber(string.sub(s, n - 8)) else lo = tonumber(s) end
  if minus then return -hi, -lo end
  return hi, lo
end
local function negative(s)
  if s == '0' then return s end
  if string.byte(s) == 45 then return string.sub(s, 2) end
  return '-' .. s
end
