-- The time of the server in milliseconds, unless one is given.

local function present(given)
  if given ~= '' then return tonumber(given) end
  local t = redis.call('TIME')
  return t[1] * 1000 + t[2] / 1000
end
