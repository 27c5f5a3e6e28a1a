-- An account is created with a name `b` and a mark `.` among its open calls. If a window has another name, or the account lacks
-- the mark, something else deleted their data, and they start again. If a later epoch is known, its name is returned, so that
-- one after it begins.

local function isLater(e)
  return e and #e == #E and string.match(e, '^0%d+%-%x+$') and e > E
end
local function figure(s)
  if s and not string.match(s, '^%-?%d+$') then error('this is no figure') end
  return s
end
local function isWhole(key, f, b)
  return figure(f[1]) and (key == KEYS[1] or f[#f] == b)
end
