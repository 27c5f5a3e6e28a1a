-- KEYS: account, windows. Returns the used and held amounts of each; used is empty if it is unknown.

local h = redis.call('HMGET', KEYS[1], 'e', 'b')
if h[1] ~= E then return {CODE.unknown} end
local out = {CODE.done}
for w = 2, #KEYS do
  local f = redis.call('HMGET', KEYS[w], 'S', 'H', 'b')
  out[#out + 1] = isWhole(KEYS[w], f, h[2]) and f[1] or ''
  out[#out + 1] = figure(f[2]) or '0'
end
return out
