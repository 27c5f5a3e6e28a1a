-- Settles what a dead node had in an account: see the README, 6. KEYS: account, open.
-- ARGV: node, account id, windows; per window: name, the node's figure in the database.

local A = ARGV
local n, account = A[1], A[2]
local e = redis.call('HGET', KEYS[1], 'e')
if isLater(e) then return {CODE.epoch, e} end
if e ~= E then return {CODE.nothing} end
local now = tonumber(redis.call('TIME')[1])
local all = redis.call('HGETALL', KEYS[1])
for i = 1, #all, 2 do
  if string.sub(all[i], 1, 2) == 'g:' and string.byte(all[i + 1]) == 120 and now - tonumber(string.sub(all[i + 1], 2)) > 86400 then
    redis.call('HDEL', KEYS[1], all[i])
  end
end
redis.call('HSET', KEYS[1], 'g:' .. n, 'x' .. string.format('%.0f', now))
local open = redis.call('HGETALL', KEYS[2])
for i = 1, #open, 2 do
  if string.match(open[i + 1], '^[^|]*') == n then
    weigh(open[i + 1], -1)
    redis.call('HDEL', KEYS[2], open[i])
  end
end
for w = 1, tonumber(A[3]) do
  local name, has = A[2 + 2 * w], A[3 + 2 * w]
  local key = name == account and KEYS[1] or windowKey(account, name)
  local f = redis.call('HMGET', key, 'u:' .. n, 'S')
  if f[1] then
    if f[2] then
      redis.call('HINCRBY', key, 'S', has)
      redis.call('HINCRBY', key, 'S', negative(f[1]))
    end
    redis.call('HDEL', key, 'u:' .. n)
  elseif f[2] and has ~= '0' then
    -- Booked and never told here, or folded before: whoever needs the window next begins it with what the database has.
    redis.call('HDEL', key, 'S')
  end
end
return {CODE.done}
