import { hashKeyValue, keyHint, makeKeyValue } from '../../src/domain/tenants/key-value.ts';
import { SeededRandom } from './seeded-random.ts';

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

export interface BooksKey {
  readonly id: string;
  readonly account: number;
  readonly subAccountId: string | null;
  /** Only for keys that were created here. */
  readonly value: string;
}

/** Who calls, and each one's share of all calls. */
export interface BooksTenants {
  readonly accountIds: readonly string[];
  readonly subAccounts: readonly { readonly id: string; readonly account: number }[];
  readonly keys: readonly BooksKey[];
  /** For each account: its share of all calls (any scale), and its keys as indexes of `keys`. */
  readonly shares: readonly number[];
  readonly keysOf: readonly (readonly number[])[];
  readonly models: readonly string[];
}

function text(random: SeededRandom, length: number): string {
  let made = '';
  while (made.length < length) made += base62[random.below(62)] ?? '';
  return made;
}

/** The few largest accounts have hundreds of keys, most have one or two. */
function keyCount(rank: number, random: SeededRandom): number {
  return 1 + Math.floor(200 / (rank + 1)) + random.below(2);
}

/**
 * Tenants from a seed. Shares fall steeply with the rank, so ten of 100,000 accounts have about half of the calls. Every third of the
 * larger accounts has sub-accounts.
 */
export function makeTenants(options: {
  readonly accounts: number;
  readonly models: number;
  readonly seed: number;
}): BooksTenants {
  const random = new SeededRandom(options.seed);
  const accountIds: string[] = [];
  const subAccounts: { id: string; account: number }[] = [];
  const keys: BooksKey[] = [];
  const keysOf: number[][] = [];
  for (let account = 0; account < options.accounts; account += 1) {
    accountIds.push(`acc_${text(random, 16)}`);
    const subs: string[] = [];
    if (account < 2000 && account % 3 === 0) {
      for (let made = 0; made < 4; made += 1) subs.push(`sub_${text(random, 16)}`);
      for (const id of subs) subAccounts.push({ id, account });
    }
    const own: number[] = [];
    for (let made = keyCount(account, random); made > 0; made -= 1) {
      own.push(keys.length);
      const subAccountId = made % 2 === 0 ? (subs[made % Math.max(1, subs.length)] ?? null) : null;
      const value = makeKeyValue({ secret: (length) => text(random, length) });
      keys.push({ id: `key_${text(random, 16)}`, account, subAccountId, value });
    }
    keysOf.push(own);
  }
  return {
    accountIds,
    subAccounts,
    keys,
    keysOf,
    shares: accountIds.map((_, rank) => (rank + 1) ** -1.15),
    models: Array.from({ length: options.models }, (_, index) => `books/model-${String(index + 1).padStart(2, '0')}`),
  };
}

export function keyColumns(key: BooksKey): { readonly hash: Uint8Array; readonly prefix: string; readonly last4: string } {
  return { hash: hashKeyValue(key.value), ...keyHint(key.value) };
}
