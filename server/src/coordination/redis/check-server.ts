import { keys } from './keys.ts';
import { helloField, UnfitServerError, type Link } from './link.ts';
import { checkRights } from './needed-commands.ts';

function field(info: string, name: string): string | undefined {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'mu').exec(info)?.[1];
}

function checkVersion(hello: unknown): void {
  const isRedis = helloField(hello, 'server') !== 'valkey';
  const version = helloField(hello, 'version') ?? '0';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isFit = isRedis ? major >= 7 : major > 7 || (major === 7 && minor >= 2);
  if (!isFit) {
    throw new UnfitServerError(
      `TOLLGATE_REDIS_URL: this server is ${isRedis ? 'Redis' : 'Valkey'} ${version}; Redis 7 or Valkey 7.2, or later, is needed.`,
    );
  }
}

function checkPolicy(policy: string): void {
  if (policy === 'noeviction') return;
  throw new UnfitServerError(
    `TOLLGATE_REDIS_URL: maxmemory-policy of this server is ${policy}. It must be noeviction, because an evicted figure is money that nobody counts: CONFIG SET maxmemory-policy noeviction.`,
  );
}

/** @throws {UnfitServerError} if another installation with a different database keeps its state there. */
export async function claimServer(link: Link, installation: string): Promise<void> {
  await link.send(keys.installation, ['SET', keys.installation, installation, 'NX']);
  if ((await link.send(keys.installation, ['GET', keys.installation])) === installation) return;
  throw new UnfitServerError(
    `TOLLGATE_REDIS_URL: another installation with a different database uses this Redis. Give each a separate Redis database, for example by a number at the end of the URL (…/1). If the other installation no longer exists, delete the key ${keys.installation}.`,
  );
}

/** What the server does when its memory is full, if that is wrong; `null` if it is right or not visible. */
export async function wrongMemoryPolicy(link: Link): Promise<string | null> {
  for (const info of await link.sendToAll(['INFO', 'memory'])) {
    const policy = field(String(info), 'maxmemory_policy');
    if (policy !== undefined && policy !== 'noeviction') return policy;
  }
  return null;
}

/**
 * Only uses HELLO, which every user may run, except for the memory policy, which requires the right to INFO.
 * @returns `false` if the server does not show its memory policy.
 */
export async function checkServer(link: Link, url: string): Promise<boolean> {
  for (const hello of await link.sendToAll(['HELLO'])) checkVersion(hello);
  await checkRights(link, url);
  try {
    for (const info of await link.sendToAll(['INFO', 'memory'])) {
      const policy = field(String(info), 'maxmemory_policy');
      if (policy === undefined) return false;
      checkPolicy(policy);
    }
    return true;
  } catch (error) {
    if (error instanceof UnfitServerError) throw error;
    return false;
  }
}
