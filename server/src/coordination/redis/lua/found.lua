-- Sets the initial figures of windows: those in the database without the live nodes, plus the reports of the live nodes.
-- Reserved amounts are summed from the open calls. KEYS: account, open, epoch key (or none).
-- ARGV: epoch key (or none), account id, revision, live, dead, windows; the live; the dead; per window name, figure, keep, and
-- the live nodes that may have figures there.

local A = ARGV
if A[1] ~= '' and redis.call('GET', KEYS[3]) ~= E then return {CODE.epoch} end
local e = redis.call('HGET', KEYS[1], 'e')
if isLater(e) then return {CODE.epoch, e} end
if e ~= E then return {CODE.unknown} end
local b = redis.call('HGET', KEYS[1], 'b')
local account = A[2]
local nl, nd, nw = tonumber(A[4]), tonumber(A[5]), tonumber(A[6])
local live, dead = {}, {}
for i = 1, nl do
  local g = redis.call('HGET', KEYS[1], 'g:' .. A[6 + i])
  if g and string.byte(g) == 120 then return {CODE.again} end
  live[A[6 + i]] = true
end
for i = 1, nd do dead[A[6 + nl + i]] = true end
local base = 6 + nl + nd
local todo = {}
for w = 1, nw do
  local name = A[base + 4 * w - 3]
  local key = name == account and KEYS[1] or windowKey(account, name)
  if not isWhole(key, redis.call('HMGET', key, 'S', 'b'), b) then
    for x in string.gmatch(A[base + 4 * w], '[^,]+') do
      if redis.call('HEXISTS', key, 'u:' .. x) == 0 then return {CODE.missing} end
    end
    local all, row = redis.call('HGETALL', key), {key, w}
    for i = 1, #all, 2 do
      if string.sub(all[i], 1, 2) == 'u:' then
        local x = string.sub(all[i], 3)
        if not live[x] and not dead[x] then return {CODE.again} end
        row[#row + 1] = all[i]
        row[#row + 1] = all[i + 1]
      end
    end
    todo[#todo + 1] = row
  end
end
local calls = {}
if #todo > 0 then
  local open = redis.call('HVALS', KEYS[2])
  for _, entry in ipairs(open) do
    local _, amount, _, _, _, _, windows = read(entry)
    if amount then
      local call = {amount = amount}
      for window in string.gmatch(windows, '[^,]+') do call[window] = true end
      calls[#calls + 1] = call
    end
  end
end
local now = redis.call('TIME')[1]
for x in pairs(dead) do
  local g = redis.call('HGET', KEYS[1], 'g:' .. x)
  if not g or string.byte(g) ~= 120 then redis.call('HSET', KEYS[1], 'g:' .. x, 'x' .. now) end
end
if tonumber(redis.call('HGET', KEYS[1], 'v') or '0') < tonumber(A[3]) then redis.call('HSET', KEYS[1], 'v', A[3]) end
for _, row in ipairs(todo) do
  local key, w = row[1], row[2]
  redis.call('HSET', key, 'S', A[base + 4 * w - 2], 'H', 0, 'b', b)
  if tonumber(A[base + 4 * w - 1]) > 0 then redis.call('EXPIRE', key, A[base + 4 * w - 1]) end
  for _, call in ipairs(calls) do
    if call[A[base + 4 * w - 3]] then redis.call('HINCRBY', key, 'H', call.amount) end
  end
  for i = 3, #row, 2 do
    if live[string.sub(row[i], 3)] then redis.call('HINCRBY', key, 'S', row[i + 1]) else redis.call('HDEL', key, row[i]) end
  end
end
return {CODE.done}
