import type { NanoCny } from '@tollgate/contract/money';
import { Rerun } from '../../platform/rerun.ts';
import type { AccountEntry, DirectoryStore, KeyEntry, LoadedAccount, SubAccountEntry } from './directory.ts';
import type { Account, Key, SubAccount } from './tenant.ts';

export interface DirectoryParts {
  readonly store: DirectoryStore;
  /** Builds the matcher of an allow-list; an empty list allows every address. */
  readonly compileIpAllowList: (entries: readonly string[]) => (address: string) => boolean;
  /** Number of the latest change in the database; 0 where one process decides alone. */
  readonly latestChange?: () => Promise<number>;
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
  readonly #keysOf = new Map<string, KeyEntry[]>();
  readonly #reloads = new Map<string, Rerun>();
  #reloading = 0;
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
    if (this.#isLoading) this.#toldKeys.set(key.id, key);
    const entry = this.#keys.get(key.id);
    if (entry !== undefined) this.#setKey(entry, key);
  }

  accountChanged(account: Account): void {
    if (this.#isLoading) this.#toldAccounts.set(account.id, account);
    const entry = this.#accounts.get(account.id);
    if (entry !== undefined) entry.account = account;
  }

  /** `credits` is the new total of all credits of the account. */
  creditsChanged(accountId: string, credits: NanoCny): void {
    if (this.#isLoading) this.#toldCredits.set(accountId, credits);
    const entry = this.#accounts.get(accountId);
    if (entry !== undefined) entry.credits = credits;
  }

  subAccountChanged(subAccount: SubAccount): void {
    if (this.#isLoading) this.#toldSubAccounts.set(subAccount.id, subAccount);
    const entry = this.#subAccounts.get(subAccount.id);
    if (entry !== undefined) entry.subAccount = subAccount;
  }

  /**
   * Brings everything in memory about an account up to date, after another node has changed something. What is read was
   * read after this was asked for.
   */
  reload(accountId: string): Promise<void> {
    if (!this.#accounts.has(accountId)) return Promise.resolve();
    let reload = this.#reloads.get(accountId);
    if (reload === undefined) {
      reload = new Rerun(() => this.#reload(accountId));
      this.#reloads.set(accountId, reload);
    }
    return reload.run();
  }

  /** Brings the plan of all its accounts in memory up to date, after another node has changed it. */
  async reloadPlan(planId: string): Promise<void> {
    this.#reloading += 1;
    try {
      const { latestChange } = this.#parts;
      const revision = latestChange === undefined ? 0 : await latestChange();
      for (const account of await this.#parts.store.accountsOfPlan(planId)) {
        const entry = this.#accounts.get(account.id);
        // An entry with a later number was read later.
        if (entry !== undefined && entry.revision <= revision) entry.account = this.#toldAccounts.get(account.id) ?? account;
      }
    } finally {
      this.#reloading -= 1;
      if (!this.#isLoading) this.#forgetTold();
    }
  }

  get #isLoading(): boolean {
    return this.#loading.size + this.#reloading > 0;
  }

  #setKey(entry: KeyEntry, key: Key): void {
    if (!sameList(entry.key.ipAllowList, key.ipAllowList)) entry.ipAllowed = this.#parts.compileIpAllowList(key.ipAllowList);
    entry.key = key;
  }

  async #reload(accountId: string): Promise<void> {
    const entries = this.#keysOf.get(accountId) ?? [];
    this.#reloading += 1;
    try {
      // Read before the rows: they may then be newer than the number says, never older.
      const { latestChange } = this.#parts;
      const revision = latestChange === undefined ? 0 : await latestChange();
      const loaded = await this.#parts.store.loadAccount(
        accountId,
        entries.map(({ key }) => key.id),
      );
      if (loaded !== null) this.#refresh(loaded, entries, revision);
    } finally {
      this.#reloading -= 1;
      if (!this.#isLoading) this.#forgetTold();
    }
  }

  #refresh({ account, credits, keys, subAccounts }: LoadedAccount, entries: readonly KeyEntry[], revision: number): void {
    const entry = this.#accounts.get(account.id);
    if (entry === undefined) return;
    const byId = new Map(keys.map((key) => [key.id, key]));
    for (const keyEntry of entries) {
      const key = this.#toldKeys.get(keyEntry.key.id) ?? byId.get(keyEntry.key.id);
      if (key !== undefined) this.#setKey(keyEntry, key);
    }
    for (const subAccount of subAccounts) {
      const known = this.#subAccounts.get(subAccount.id);
      if (known !== undefined) known.subAccount = this.#toldSubAccounts.get(subAccount.id) ?? subAccount;
    }
    entry.account = this.#toldAccounts.get(account.id) ?? account;
    entry.credits = this.#toldCredits.get(account.id) ?? credits;
    // What was told meanwhile may be older than what another node has changed since, so the entry may not claim to be new.
    if (this.#isNothingTold) entry.revision = Math.max(entry.revision, revision);
  }

  get #isNothingTold(): boolean {
    return this.#toldKeys.size + this.#toldAccounts.size + this.#toldCredits.size + this.#toldSubAccounts.size === 0;
  }

  async #load(name: string, hash: Buffer): Promise<KeyEntry | null> {
    try {
      const { latestChange } = this.#parts;
      const revision = latestChange === undefined ? 0 : await latestChange();
      const loaded = await this.#parts.store.findKeyByHash(hash);
      if (loaded === null) return null;
      const entry = this.#keys.get(loaded.key.id) ?? this.#enter(loaded, revision);
      this.#byHash.set(name, entry);
      return entry;
    } finally {
      this.#loading.delete(name);
      if (!this.#isLoading) this.#forgetTold();
    }
  }

  #enter(loaded: Loaded, revision: number): KeyEntry {
    const key = this.#toldKeys.get(loaded.key.id) ?? loaded.key;
    const entry: KeyEntry = {
      key,
      account: this.#accountEntry(loaded, revision),
      subAccount: loaded.subAccount === null ? null : this.#subAccountEntry(loaded.subAccount),
      ipAllowed: this.#parts.compileIpAllowList(key.ipAllowList),
    };
    this.#keys.set(key.id, entry);
    const siblings = this.#keysOf.get(key.accountId);
    if (siblings === undefined) this.#keysOf.set(key.accountId, [entry]);
    else siblings.push(entry);
    return entry;
  }

  #accountEntry({ account, credits }: Loaded, revision: number): AccountEntry {
    const known = this.#accounts.get(account.id);
    if (known !== undefined) {
      // The key's row may be older than what the account's entry claims to hold.
      known.revision = Math.min(known.revision, revision);
      return known;
    }
    const entry = {
      account: this.#toldAccounts.get(account.id) ?? account,
      credits: this.#toldCredits.get(account.id) ?? credits,
      // What was told meanwhile may be older than what another node has changed since.
      revision: this.#isNothingTold ? revision : 0,
    };
    this.#accounts.set(account.id, entry);
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
