-- Sets limits and announces levels. ARGV: limit and arming per window. KEYS: account, windows. Returns the used amount and the levels.

local h = redis.call('HMGET', KEYS[1], 'e', 'b')
if h[1] ~= E then return {CODE.unknown} end
local out = {CODE.done}
for w = 1, #KEYS - 1 do
  local key, limit, arming = KEYS[1 + w], ARGV[2 * w - 1], ARGV[2 * w]
  local f = redis.call('HMGET', key, 'S', 'l', 'a', 'n', 'b')
  if not isWhole(key, f, h[2]) then return {CODE.unknown} end
  local known, bits = tonumber(f[3] or '-1'), tonumber(f[4] or '0')
  if tonumber(arming) >= known then
    if tonumber(arming) > known then bits = 0 end
    redis.call('HSET', key, 'l', limit, 'a', arming, 'n', bits)
  else limit, arming = f[2], f[3] end
  local hi, lo = split(f[1])
  out[#out + 1] = f[1]
  out[#out + 1] = announce(key, hi, lo, limit, bits)
  out[#out + 1] = limit or ''
  out[#out + 1] = tonumber(arming)
end
return out
