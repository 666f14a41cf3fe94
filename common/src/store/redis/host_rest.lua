#!lua
-- A host rests until a time, or longer if it was told so before.
--
-- KEYS: the host's state (a hash). ARGV: until when; how long the key stays beyond its use. Both are
-- milliseconds, below 2^53.
local STATE, spare = KEYS[1], tonumber(ARGV[2])
local before = tonumber(redis.call('HGET', STATE, 'rest') or 0)
local till = math.max(before, tonumber(ARGV[1]))
redis.call('HSET', STATE, 'rest', till)
-- Whoever asks brings a time of their own, so the server's counts only for how long a key stays.
local time = redis.call('TIME')
local stay = math.max(till - time[1] * 1000, 0) + spare
if redis.call('PTTL', STATE) < stay then
  redis.call('PEXPIRE', STATE, stay)
end
