import { AwayError, UnfitServerError, type Link } from './link.ts';

/** Commands that the Redis user must be allowed to run, by the names of its access lists. Scripts run with that user's rights as well. */
export const neededCommands = [
  ...['del', 'eval', 'evalsha', 'expire', 'get', 'hdel', 'hexists', 'hget', 'hgetall', 'hincrby', 'hlen', 'hmget', 'hset'],
  ...['hsetnx', 'hvals', 'pexpire', 'sadd', 'scard', 'script|exists', 'script|load', 'set', 'smembers', 'smismember', 'spop'],
  ...['srem', 'time', 'type', 'unlink', 'zadd', 'zcard', 'zrange', 'zremrangebyscore'],
] as const;

/** For a cluster: looking up where keys are, and accessing keys that are being moved to another server. */
export const neededInCluster = ['asking', 'cluster|slots'] as const;

/** If the URL ends with a database number. */
export const neededForNumber = 'select';

/** The pattern that matches all keys and nothing else. */
export const keyPattern = 'tollgate:*';

/** Tries each command on the server with one of our keys that is never written, and returns the refused ones. */
const findRefused = `local refused = {}
for at = 2, #ARGV do
  local words = {}
  for word in string.gmatch(ARGV[at], '[^|]+') do words[#words + 1] = word end
  if words[1] == 'eval' or words[1] == 'evalsha' then words = {words[1], '', '1'} end
  words[#words + 1] = ARGV[1]
  if not redis.acl_check_cmd(unpack(words)) then refused[#refused + 1] = ARGV[at] end
end
return refused`;

function missing(commands: readonly string[]): UnfitServerError {
  const grants = commands.map((command) => `+${command}`).join(' ');
  return new UnfitServerError(
    `TOLLGATE_REDIS_URL: the user of this Redis may not run ${commands.join(', ')} on keys ${keyPattern}: allow it (ACL SETUSER … ~${keyPattern} ${grants}).`,
  );
}

/** The library sends some commands while it connects, so the server may refuse one before any check. */
export function missingRight(error: unknown): UnfitServerError | null {
  const command = error instanceof Error ? /^NOPERM.* run the '([^']+)' command/.exec(error.message)?.[1] : undefined;
  return command === undefined ? null : missing([command]);
}

function neededBy({ isCluster }: Link, url: string): readonly string[] {
  const { pathname } = new URL(url.split(',', 1)[0] ?? url);
  return [...neededCommands, ...(isCluster ? neededInCluster : []), ...(/[1-9]/.test(pathname) ? [neededForNumber] : [])];
}

/** @throws {UnfitServerError} with the commands that the user may not run on some server. */
export async function checkRights(link: Link, url: string): Promise<void> {
  try {
    const answers = await link.sendToAll(['EVAL', findRefused, '0', 'tollgate:{rights}', ...neededBy(link, url)]);
    const refused = answers.flatMap((answer) => answer as readonly string[]);
    if (refused.length > 0) throw missing([...new Set(refused)]);
  } catch (error) {
    if (error instanceof AwayError && error.message.startsWith('NOPERM')) throw missing(['eval']);
    throw error;
  }
}
