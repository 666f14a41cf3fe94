#!lua
-- Applies a commit if all of its guards hold, else says what is there. Cells, records, versions and
-- bytes are all it knows; no rule is in it.
--
-- KEYS: the counter of versions, the cells, the counter of bytes, then three for each space: stamps,
-- bodies, order. A stamp is "<version> <version of birth>". A space is named by the place of its
-- first key.
-- ARGV: the bytes the job may take; '1' if KEYS are all keys of the job, else '0'; then each list
-- after its length: cell guards (name, value); record guards (space, id, version); additions (name,
-- number); puts (space, id, body); deletions (space, id).
-- Numbers are compared and returned as strings: a Lua number is exact up to 2^53 only.
--
-- Returns {'1', version, the touched cells' values...}, or
-- {'0', the guarded cells' values..., stamp and body of each guarded record...}, or
-- {'2', bytes} where the job would take too many, or {'3'} where its keys are to expire and not all
-- of them are given.
local VERSION, CELLS, BYTES = KEYS[1], KEYS[2], KEYS[3]

local at = 0
local function take()
  at = at + 1
  return ARGV[at]
end

-- The next list of so many arguments each.
local function list(width)
  local all = {}
  for n = 1, tonumber(take()) do
    all[n] = {}
    for place = 1, width do
      all[n][place] = take()
    end
  end
  return all
end

local function stamps(space) return KEYS[tonumber(space)] end
local function bodies(space) return KEYS[tonumber(space) + 1] end
local function order(space) return KEYS[tonumber(space) + 2] end

local share, all = tonumber(take()), take() == '1'
local cell_guards, record_guards = list(2), list(3)
local adds, puts, deletions = list(2), list(3), list(2)

local holds, found = true, {'0'}
for _, guard in ipairs(cell_guards) do
  local value = redis.call('HGET', CELLS, guard[1]) or '0'
  holds = holds and value == guard[2]
  found[#found + 1] = value
end
local marks = {}
for n, guard in ipairs(record_guards) do
  marks[n] = redis.call('HGET', stamps(guard[1]), guard[2]) or '0 0'
  holds = holds and string.match(marks[n], '^%d+') == guard[3]
end
if not holds then
  for n, guard in ipairs(record_guards) do
    found[#found + 1] = marks[n]
    found[#found + 1] = redis.call('HGET', bodies(guard[1]), guard[2])
  end
  return found
end

-- The bytes that a record takes now; a body is never empty.
local function taken(space, id)
  local body = redis.call('HSTRLEN', bodies(space), id)
  return body > 0 and #id + body or 0
end

local growth = 0
for _, put in ipairs(puts) do
  growth = growth + #put[2] + #put[3] - taken(put[1], put[2])
end
for _, gone in ipairs(deletions) do
  growth = growth - taken(gone[1], gone[2])
end
local bytes = (redis.call('GET', BYTES) or 0) + growth
if growth > 0 and bytes > share then
  return {'2', string.format('%.0f', bytes)}
end
if redis.call('PTTL', VERSION) >= 0 then
  if not all then
    return {'3'}
  end
  for _, key in ipairs(KEYS) do
    redis.call('PERSIST', key)
  end
end

-- Only an addition can fail, beyond 64 bits: what was added before it is taken back.
local before, after = {}, {}
for n, add in ipairs(adds) do
  before[n] = redis.call('HGET', CELLS, add[1])
  local sum = redis.pcall('HINCRBY', CELLS, add[1], add[2])
  if type(sum) == 'table' then
    for back = 1, n do
      if before[back] then
        redis.call('HSET', CELLS, adds[back][1], before[back])
      else
        redis.call('HDEL', CELLS, adds[back][1])
      end
    end
    return sum
  end
  after[n] = redis.call('HGET', CELLS, add[1])
  if after[n] == '0' then
    redis.call('HDEL', CELLS, add[1])
  end
end

redis.call('INCR', VERSION)
redis.call('INCRBY', BYTES, growth)
local version = redis.call('GET', VERSION)
for _, put in ipairs(puts) do
  local stamp = redis.call('HGET', stamps(put[1]), put[2])
  local born = stamp and string.match(stamp, '%d+$') or version
  redis.call('HSET', stamps(put[1]), put[2], version .. ' ' .. born)
  redis.call('HSET', bodies(put[1]), put[2], put[3])
  if not stamp then
    redis.call('ZADD', order(put[1]), 0, put[2])
  end
end
for _, gone in ipairs(deletions) do
  redis.call('HDEL', stamps(gone[1]), gone[2])
  redis.call('HDEL', bodies(gone[1]), gone[2])
  redis.call('ZREM', order(gone[1]), gone[2])
end

local applied = {'1', version}
for _, value in ipairs(after) do
  applied[#applied + 1] = value
end
return applied
