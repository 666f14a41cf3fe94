#!lua
-- Takes a turn on a host, or says how long to wait: the same decision as `hosts::HostPace::turn`.
--
-- KEYS: the host's state (a hash), its open turns (a sorted set: permit by the time it runs out).
-- ARGV: lanes; the pause between two starts; how long a turn is held; the most that is waited for a
-- lane; the caller's time; how long the keys stay beyond their use. All but the first are
-- milliseconds, below 2^53.
--
-- Returns {permit, 0} or {0, milliseconds to wait}.
local STATE, OPEN = KEYS[1], KEYS[2]
local lanes, delay, hold = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
local most, now, spare = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])

-- A key never ends sooner than it was said before.
local function keep(key, ms)
  if redis.call('PTTL', key) < ms then
    redis.call('PEXPIRE', key, ms)
  end
end

redis.call('ZREMRANGEBYSCORE', OPEN, '-inf', now)
local rest = tonumber(redis.call('HGET', STATE, 'rest') or 0) - now
local start = redis.call('HGET', STATE, 'start')
local wait = math.max(rest, start and start + delay - now or 0)
if redis.call('ZCARD', OPEN) >= lanes then
  local first = tonumber(redis.call('ZRANGE', OPEN, 0, 0, 'WITHSCORES')[2])
  wait = math.max(wait, math.min(first - now, most))
end
if wait > 0 then
  return {0, wait}
end
local permit = redis.call('HINCRBY', STATE, 'permit', 1)
redis.call('HSET', STATE, 'start', now)
redis.call('ZADD', OPEN, now + hold, permit)
keep(STATE, math.max(hold, delay) + spare)
keep(OPEN, hold + spare)
return {permit, 0}
