-- The last minute: requests as a sorted set of their times, tokens as a hash of seconds.

local function ringCount(key, now)
  redis.call('ZREMRANGEBYSCORE', key, '-inf', now - 60000)
  return redis.call('ZCARD', key)
end
local function ringWait(key, count, limit, now)
  if count < limit then return 0 end
  if limit <= 0 then return 60000 end
  local at = redis.call('ZRANGE', key, count - limit, count - limit, 'WITHSCORES')
  return math.max(1, math.ceil(tonumber(at[2]) + 60000 - now))
end
-- A clock set back by more than the window would keep it full until time caught up.
local function ringFuture(key, now)
  local newest = redis.call('ZRANGE', key, -1, -1, 'WITHSCORES')
  if newest[2] and tonumber(newest[2]) - now > 60000 then redis.call('DEL', key) return true end
  return false
end
local function tokenSum(key, second)
  local all, sum, by = redis.call('HGETALL', key), 0, {}
  for i = 1, #all, 2 do
    local age = second - tonumber(all[i])
    if age > 60 or age < -60 then redis.call('HDEL', key, all[i]) else
      local n = tonumber(all[i + 1])
      sum = sum + n
      by[age] = n
    end
  end
  return sum, by
end
