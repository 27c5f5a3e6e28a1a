-- An account is born with a name `b` and a mark `.` among its open calls. A window of another birth, and an account without the
-- mark, have lost something to a foreign hand, and begin anew. The name of a later epoch is answered, so that one after it begins.

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
