-- KEYS: account, open. Returns the number of slots that the account uses.

local open = redis.call('HLEN', KEYS[2])
if open == 0 then return 0 end
return open - 1 - tonumber(redis.call('HGET', KEYS[1], 'f') or '0')
