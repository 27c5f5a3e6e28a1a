import type { NanoCny } from '@tollgate/contract/money';
import type { AccountEntry, DirectoryStore, KeyEntry, SubAccountEntry } from './directory.ts';
import type { Account, Key, SubAccount } from './tenant.ts';

export interface DirectoryParts {
  readonly store: DirectoryStore;
  /** Builds the matcher of an allow-list; an empty list allows every address. */
  readonly compileIpAllowList: (entries: readonly string[]) => (address: string) => boolean;
}

type Loaded = NonNullable<Awaited<ReturnType<DirectoryStore['findKeyByHash']>>>;

/**
 * Keys, accounts and sub-accounts in memory, loaded on first use and authoritative from then on: whoever changes a
 * record tells the directory after the database has it and before answering, so no later call sees the old state.
 */
export class KeyDirectory {
  readonly #parts: DirectoryParts;
  readonly #byHash = new Map<string, KeyEntry>();
  readonly #keys = new Map<string, KeyEntry>();
  readonly #accounts = new Map<string, AccountEntry>();
  readonly #subAccounts = new Map<string, SubAccountEntry>();
  readonly #loading = new Map<string, Promise<KeyEntry | null>>();
  /** Changes told while loads were under way: a load may have read the row before the change, so these win over it. */
  readonly #toldKeys = new Map<string, Key>();
  readonly #toldAccounts = new Map<string, Account>();
  readonly #toldCredits = new Map<string, NanoCny>();
  readonly #toldSubAccounts = new Map<string, SubAccount>();

  constructor(parts: DirectoryParts) {
    this.#parts = parts;
  }

  /** Number of keys in memory. */
  get size(): number {
    return this.#keys.size;
  }

  /**
   * Finds a key by the SHA-256 of its value: at once when in memory, else by one load shared by all who ask.
   * @param mayLoad `false` answers `null` for a key that is not in memory: a source that guesses must not reach the database.
   */
  find(hash: Buffer, mayLoad = true): KeyEntry | null | Promise<KeyEntry | null> {
    const name = hash.toString('latin1');
    const known = this.#byHash.get(name);
    if (known !== undefined) return known;
    if (!mayLoad) return null;
    const running = this.#loading.get(name);
    if (running !== undefined) return running;
    const load = this.#load(name, hash);
    this.#loading.set(name, load);
    return load;
  }

  /** The live entry of a key that is in memory. */
  liveKey(keyId: string): KeyEntry | null {
    return this.#keys.get(keyId) ?? null;
  }

  /** To be called after a key's row was committed and before the change is answered. */
  keyChanged(key: Key): void {
    if (this.#loading.size > 0) this.#toldKeys.set(key.id, key);
    const entry = this.#keys.get(key.id);
    if (entry === undefined) return;
    if (!sameList(entry.key.ipAllowList, key.ipAllowList)) entry.ipAllowed = this.#parts.compileIpAllowList(key.ipAllowList);
    entry.key = key;
  }

  accountChanged(account: Account): void {
    if (this.#loading.size > 0) this.#toldAccounts.set(account.id, account);
    const entry = this.#accounts.get(account.id);
    if (entry !== undefined) entry.account = account;
  }

  /** `credits` is the new total of all credits of the account. */
  creditsChanged(accountId: string, credits: NanoCny): void {
    if (this.#loading.size > 0) this.#toldCredits.set(accountId, credits);
    const entry = this.#accounts.get(accountId);
    if (entry !== undefined) entry.credits = credits;
  }

  subAccountChanged(subAccount: SubAccount): void {
    if (this.#loading.size > 0) this.#toldSubAccounts.set(subAccount.id, subAccount);
    const entry = this.#subAccounts.get(subAccount.id);
    if (entry !== undefined) entry.subAccount = subAccount;
  }

  async #load(name: string, hash: Buffer): Promise<KeyEntry | null> {
    try {
      const loaded = await this.#parts.store.findKeyByHash(hash);
      if (loaded === null) return null;
      const entry = this.#keys.get(loaded.key.id) ?? this.#enter(loaded);
      this.#byHash.set(name, entry);
      return entry;
    } finally {
      this.#loading.delete(name);
      if (this.#loading.size === 0) this.#forgetTold();
    }
  }

  #enter(loaded: Loaded): KeyEntry {
    const key = this.#toldKeys.get(loaded.key.id) ?? loaded.key;
    const entry: KeyEntry = {
      key,
      account: this.#accountEntry(loaded.account, loaded.credits),
      subAccount: loaded.subAccount === null ? null : this.#subAccountEntry(loaded.subAccount),
      ipAllowed: this.#parts.compileIpAllowList(key.ipAllowList),
    };
    this.#keys.set(key.id, entry);
    return entry;
  }

  #accountEntry(loaded: Account, credits: NanoCny): AccountEntry {
    const known = this.#accounts.get(loaded.id);
    if (known !== undefined) return known;
    const entry = {
      account: this.#toldAccounts.get(loaded.id) ?? loaded,
      credits: this.#toldCredits.get(loaded.id) ?? credits,
    };
    this.#accounts.set(loaded.id, entry);
    return entry;
  }

  #subAccountEntry(loaded: SubAccount): SubAccountEntry {
    const known = this.#subAccounts.get(loaded.id);
    if (known !== undefined) return known;
    const entry = { subAccount: this.#toldSubAccounts.get(loaded.id) ?? loaded };
    this.#subAccounts.set(loaded.id, entry);
    return entry;
  }

  #forgetTold(): void {
    this.#toldKeys.clear();
    this.#toldAccounts.clear();
    this.#toldCredits.clear();
    this.#toldSubAccounts.clear();
  }
}

export function createDirectory(parts: DirectoryParts): KeyDirectory {
  return new KeyDirectory(parts);
}

function sameList(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((entry, position) => entry === right[position]);
}
