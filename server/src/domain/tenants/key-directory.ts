import type { NanoCny } from '@tollgate/contract/money';
import { CoalescedTask } from '../../platform/coalesced-task.ts';
import type { AccountEntry, DirectoryStore, KeyEntry, LoadedAccount, SubAccountEntry } from './directory.ts';
import { KeptKeys } from './kept-keys.ts';
import type { Account, Key, SubAccount } from './tenant.ts';

export interface DirectoryParts {
  readonly store: DirectoryStore;
  /** Builds the matcher of an allow-list; an empty list allows every address. */
  readonly compileIpAllowList: (entries: readonly string[]) => (address: string) => boolean;
  /** Number of the latest change in the database; 0 if there is only one process. */
  readonly latestChange?: () => Promise<number>;
}

type Loaded = NonNullable<Awaited<ReturnType<DirectoryStore['findKeyByHash']>>>;

/** Applies a change that arrived during a load to the loaded state. */
type Correction = (loaded: Loaded) => Loaded;

/**
 * Keys, accounts and sub-accounts in memory, loaded on first use and authoritative from then on. A change reaches the directory after it is
 * in the database and before the response, so no later call sees the old state. For an account with very many keys, the oldest are evicted
 * and loaded again on use.
 */
export class KeyDirectory {
  readonly #parts: DirectoryParts;
  readonly #byHash = new Map<string, KeyEntry>();
  readonly #keys = new Map<string, KeyEntry>();
  readonly #accounts = new Map<string, AccountEntry>();
  readonly #subAccounts = new Map<string, SubAccountEntry>();
  readonly #loading = new Map<string, Promise<KeyEntry | null>>();
  readonly #keysOf = new Map<string, KeptKeys>();
  readonly #reloads = new Map<string, CoalescedTask>();
  /** One list per running load, which may have read the row before the change. */
  readonly #corrections = new Set<Correction[]>();
  /** One set per running read of accounts: the accounts that changed in memory meanwhile, so the data read may be older. */
  readonly #touched = new Set<Set<string>>();

  constructor(parts: DirectoryParts) {
    this.#parts = parts;
  }

  /** Number of keys in memory. */
  get size(): number {
    return this.#keys.size;
  }

  /**
   * Finds a key by the SHA-256 of its value: immediately if it is in memory, otherwise by one shared load.
   * @param mayLoad `false` returns `null` for a key that is neither in memory nor being loaded.
   */
  find(hash: Buffer, mayLoad = true): KeyEntry | null | Promise<KeyEntry | null> {
    const name = hash.toString('latin1');
    const known = this.#byHash.get(name);
    if (known !== undefined) return known;
    const running = this.#loading.get(name);
    if (running !== undefined) return running;
    if (!mayLoad) return null;
    const load = this.#load(name, hash);
    this.#loading.set(name, load);
    return load;
  }

  /** The live entry of a key that is in memory. */
  liveKey(keyId: string): KeyEntry | null {
    return this.#keys.get(keyId) ?? null;
  }

  /** Call this after a key's row is committed and before the response is sent. */
  keyChanged(key: Key): void {
    this.#told(key.accountId, (loaded) => (loaded.key.id === key.id ? { ...loaded, key } : loaded));
    const entry = this.#keys.get(key.id);
    if (entry !== undefined) this.#setKey(entry, key);
  }

  accountChanged(account: Account): void {
    this.#told(account.id, (loaded) => (loaded.account.id === account.id ? { ...loaded, account } : loaded));
    const entry = this.#accounts.get(account.id);
    if (entry !== undefined) entry.account = account;
  }

  /** `credits` is the new total of all credits of the account. */
  creditsChanged(accountId: string, credits: NanoCny): void {
    this.#told(accountId, (loaded) => (loaded.account.id === accountId ? { ...loaded, credits } : loaded));
    const entry = this.#accounts.get(accountId);
    if (entry !== undefined) entry.credits = credits;
  }

  subAccountChanged(subAccount: SubAccount): void {
    this.#told(subAccount.accountId, (loaded) => (loaded.subAccount?.id === subAccount.id ? { ...loaded, subAccount } : loaded));
    const entry = this.#subAccounts.get(subAccount.id);
    if (entry !== undefined) entry.subAccount = subAccount;
  }

  /** Updates everything in memory about an account after another node has changed something. The data is read after this call. */
  reload(accountId: string): Promise<void> {
    if (!this.#accounts.has(accountId)) return Promise.resolve();
    let reload = this.#reloads.get(accountId);
    if (reload === undefined) {
      reload = new CoalescedTask(async () => {
        while (!(await this.#reload(accountId)));
      });
      this.#reloads.set(accountId, reload);
    }
    return reload.run();
  }

  /** Updates the plan of all its accounts in memory after another node has changed it. */
  async reloadPlan(planId: string): Promise<void> {
    const again: string[] = [];
    await this.#reading(async (revision, touched) => {
      for (const account of await this.#parts.store.accountsOfPlan(planId)) {
        const entry = this.#accounts.get(account.id);
        if (entry === undefined) continue;
        if (touched.has(account.id)) again.push(account.id);
        // An entry with a higher number was read later.
        else if (entry.revision <= revision) entry.account = account;
      }
    });
    await Promise.all(again.map((accountId) => this.reload(accountId)));
  }

  /**
   * Applies a change made on this node. A later change by another node may already have been read, so the entry must not claim to be
   * current.
   */
  #told(accountId: string, correction: Correction): void {
    for (const corrections of this.#corrections) corrections.push(correction);
    this.#touch(accountId);
    const entry = this.#accounts.get(accountId);
    if (entry !== undefined) entry.revision = 0;
  }

  #touch(accountId: string): void {
    for (const touched of this.#touched) touched.add(accountId);
  }

  #setKey(entry: KeyEntry, key: Key): void {
    if (!sameList(entry.key.ipAllowList, key.ipAllowList)) entry.ipAllowed = this.#parts.compileIpAllowList(key.ipAllowList);
    entry.key = key;
    const kept = this.#keysOf.get(key.accountId);
    kept?.changed(key);
    this.#dropSurplus(kept);
  }

  #dropSurplus(kept: KeptKeys | undefined): void {
    for (const { entry, name } of kept?.takeSurplus() ?? []) {
      this.#keys.delete(entry.key.id);
      this.#byHash.delete(name);
    }
  }

  /**
   * Runs `read` with two inputs. `revision` is the change number for the rows it reads, which may be newer than that number but never
   * older. `touched` contains the accounts that change in memory meanwhile.
   */
  async #reading<T>(read: (revision: number, touched: ReadonlySet<string>) => Promise<T>): Promise<T> {
    const touched = new Set<string>();
    const { latestChange } = this.#parts;
    this.#touched.add(touched);
    try {
      return await read(latestChange === undefined ? 0 : await latestChange(), touched);
    } finally {
      this.#touched.delete(touched);
    }
  }

  /** Returns `false` if the account changed in memory during the read, so that it has to be read again. */
  #reload(accountId: string): Promise<boolean> {
    return this.#reading(async (revision, touched) => {
      const ids = this.#keysOf.get(accountId)?.ids ?? [];
      const loaded = await this.#parts.store.loadAccount(accountId, ids);
      if (touched.has(accountId)) return false;
      if (loaded !== null) this.#refresh(loaded, revision);
      return true;
    });
  }

  #refresh({ account, credits, keys, subAccounts }: LoadedAccount, revision: number): void {
    const entry = this.#accounts.get(account.id);
    if (entry === undefined) return;
    for (const key of keys) {
      const known = this.#keys.get(key.id);
      if (known !== undefined) this.#setKey(known, key);
    }
    for (const subAccount of subAccounts) {
      const known = this.#subAccounts.get(subAccount.id);
      if (known !== undefined) known.subAccount = subAccount;
    }
    Object.assign(entry, { account, credits, revision });
  }

  async #load(name: string, hash: Buffer): Promise<KeyEntry | null> {
    const corrections: Correction[] = [];
    const { latestChange } = this.#parts;
    this.#corrections.add(corrections);
    try {
      const revision = latestChange === undefined ? 0 : await latestChange();
      const loaded = await this.#parts.store.findKeyByHash(hash);
      if (loaded === null) return null;
      const corrected = corrections.reduce((state, correct) => correct(state), loaded);
      // A change that arrived meanwhile may be older than a later change by another node.
      const entry = this.#keys.get(loaded.key.id) ?? this.#enter(name, corrected, corrected === loaded ? revision : 0);
      this.#byHash.set(name, entry);
      return entry;
    } finally {
      this.#corrections.delete(corrections);
      this.#loading.delete(name);
    }
  }

  #enter(name: string, loaded: Loaded, revision: number): KeyEntry {
    const { key } = loaded;
    const entry: KeyEntry = {
      key,
      account: this.#accountEntry(loaded, revision),
      subAccount: loaded.subAccount === null ? null : this.#subAccountEntry(loaded.subAccount),
      ipAllowed: this.#parts.compileIpAllowList(key.ipAllowList),
    };
    this.#keys.set(key.id, entry);
    const kept = this.#keysOf.get(key.accountId) ?? new KeptKeys();
    this.#keysOf.set(key.accountId, kept);
    kept.add(name, entry);
    this.#dropSurplus(kept);
    // The running read of the account does not include this key.
    this.#touch(key.accountId);
    return entry;
  }

  #accountEntry({ account, credits }: Loaded, revision: number): AccountEntry {
    const known = this.#accounts.get(account.id);
    if (known !== undefined) {
      // The key's row may be older than the number of the account's entry.
      known.revision = Math.min(known.revision, revision);
      return known;
    }
    const entry = { account, credits, revision };
    this.#accounts.set(account.id, entry);
    return entry;
  }

  #subAccountEntry(loaded: SubAccount): SubAccountEntry {
    const known = this.#subAccounts.get(loaded.id);
    if (known !== undefined) return known;
    const entry = { subAccount: loaded };
    this.#subAccounts.set(loaded.id, entry);
    return entry;
  }
}

export function createDirectory(parts: DirectoryParts): KeyDirectory {
  return new KeyDirectory(parts);
}

function sameList(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((entry, position) => entry === right[position]);
}
