#!lua
-- Does one thing to every key of a job.
--
-- KEYS: the keys that have fixed names. ARGV: from which of them on they are indexes of buckets, whose
-- own keys are that, a colon and their name; then the command, and what comes after the key.
local first, command = tonumber(ARGV[1]), ARGV[2]
for place, key in ipairs(KEYS) do
  if place >= first then
    for _, name in ipairs(redis.call('ZRANGE', key, 0, -1)) do
      redis.call(command, key .. ':' .. name, unpack(ARGV, 3))
    end
  end
  redis.call(command, key, unpack(ARGV, 3))
end
