import type { Link } from './link.ts';

/** Why a server cannot be used, in a sentence for the operator. */
export class UnfitServerError extends Error {
  override readonly name = 'UnfitServerError';
}

function field(info: string, name: string): string | undefined {
  return new RegExp(`^${name}:(.*?)\\r?$`, 'mu').exec(info)?.[1];
}

function checkVersion(info: string): void {
  const valkey = field(info, 'valkey_version');
  const version = valkey ?? field(info, 'redis_version') ?? '0';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isFit = valkey === undefined ? major >= 7 : major > 7 || (major === 7 && minor >= 2);
  if (!isFit) {
    throw new UnfitServerError(
      `TOLLGATE_REDIS_URL: this server is ${valkey === undefined ? 'Redis' : 'Valkey'} ${version}; Redis 7 or Valkey 7.2, or later, is needed.`,
    );
  }
}

function checkPolicy(policy: string): void {
  if (policy === 'noeviction') return;
  throw new UnfitServerError(
    `TOLLGATE_REDIS_URL: maxmemory-policy of this server is ${policy}. It must be noeviction, because an evicted figure is money that nobody counts: CONFIG SET maxmemory-policy noeviction.`,
  );
}

/** @returns false when the server does not let its memory policy be seen. */
export async function checkServer(link: Link): Promise<boolean> {
  for (const info of await link.sendToAll(['INFO', 'server'])) checkVersion(String(info));
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
