-- Adds or removes what one open call has reserved. `entry`: node|amount|account|key with limits|accountTokens|
-- keyTokens|windows|key, and |f once its slots are free.

local function windowKey(account, window)
  return KEYS[1] .. ':' .. E .. ':' .. window
end
local function read(entry)
  return string.match(entry, '^([^|]*)|([^|]*)|([^|]*)|([^|]*)|([^|]*)|([^|]*)|([^|]*)|')
end
local function weigh(entry, sign)
  local node, amount, account, key, accountTokens, keyTokens, windows = read(entry)
  if hasGivenSlots(entry) then count('f', sign)
  elseif key ~= '' then count('r:' .. key, sign) end
  if accountTokens ~= '0' then redis.call('HINCRBY', KEYS[1], 't:' .. account, sign * tonumber(accountTokens)) end
  if keyTokens ~= '0' then redis.call('HINCRBY', KEYS[1], 't:' .. key, sign * tonumber(keyTokens)) end
  for window in string.gmatch(windows, '[^,]+') do
    local at = window == account and KEYS[1] or windowKey(account, window)
    if sign > 0 or redis.call('HEXISTS', at, 'H') == 1 then
      redis.call('HINCRBY', at, 'H', sign > 0 and amount or negative(amount))
    end
  end
end
