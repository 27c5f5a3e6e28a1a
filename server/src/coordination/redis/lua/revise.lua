-- Raises the revision of an account.
-- ARGV: revision. KEYS: account.

if tonumber(redis.call('HGET', KEYS[1], 'v') or '0') < tonumber(ARGV[1]) then redis.call('HSET', KEYS[1], 'v', ARGV[1]) end
return 1
