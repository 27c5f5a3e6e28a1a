import type { FiguresStore } from '../../../src/domain/limits/coordination.ts';
import { dayWindow, monthWindow } from '../../../src/domain/limits/window.ts';
import type { TaskOwnership } from '../../../src/domain/tasks/task-ownership.ts';
import type { ChangesStore, IncarnationBooks, NodesStore, SharedSettings } from '../../../src/fleet/ports.ts';
import type { Clock } from '../../../src/platform/clock.ts';
import { TakeOver } from '../../../src/tasks/take-over.ts';
import type { Chance } from '../chance.ts';
import type { SettledCall, SharedDatabase, StoredKey, StoredTask } from './shared-database.ts';

/** Time a driver waits for a server that does not respond. */
const silentMs = 3_000;

export const lostMessage = 'the connection to the database was lost';

export interface DoorOptions {
  /** The node that uses this access. */
  readonly incarnation: string;
  readonly database: SharedDatabase;
  readonly clock: Clock;
  readonly chance: Chance;
}

/** A node's access to the database: each step takes time, and can fail before or after it takes effect. */
export class DatabaseDoor {
  isCut = false;
  /** Tasks that the node owns, and whether it holds their money. */
  readonly tasks = new Map<string, boolean>();
  inherited = 0;
  readonly nodes: NodesStore;
  readonly changes: ChangesStore;
  readonly settings: SharedSettings;
  readonly figures: FiguresStore;
  readonly books: IncarnationBooks;
  readonly heirs: TaskOwnership;
  readonly #options: DoorOptions;

  constructor(options: DoorOptions) {
    this.#options = options;
    const { database, incarnation: own } = options;
    const through = <Value>(step: () => Value): Promise<Value> => this.#through(step);
    this.nodes = {
      register: ({ incarnation, name }) =>
        through(() => {
          database.register(incarnation, name);
          return true;
        }),
      beat: (incarnation, hears) => through(() => database.beat(incarnation, hears)),
      list: () => through(() => database.list()),
      declareDead: (incarnation, ms) => through(() => database.declareDead(incarnation, ms)),
      recovered: (incarnation) =>
        through(() => {
          database.recovered(incarnation);
        }),
    };
    this.changes = {
      latest: () => through(() => database.changes.length),
      after: (seq) => through(() => database.changes.slice(seq, seq + 500)),
      seen: (incarnation, seq) =>
        through(() => {
          database.seen(incarnation, seq);
        }),
      behind: (seq) => through(() => database.behind(seq)),
    };
    this.settings = {
      get: (name) => through(() => database.settings.get(name) ?? null),
      add: (name, value) =>
        through(() => {
          const isNew = !database.settings.has(name);
          if (isNew) database.settings.set(name, value);
          return isNew;
        }),
      replace: (name, expected, value) =>
        through(() => {
          const isExpected = database.settings.get(name) === expected;
          if (isExpected) database.settings.set(name, value);
          return isExpected;
        }),
    };
    this.figures = {
      accountUsed: (accountId, except = []) => through(() => database.posted(accountId, except)),
      keyUsed: (keyId, day, month, except = []) =>
        through(() => ({
          day: database.posted(dayWindow(keyId, day), except),
          month: database.posted(monthWindow(keyId, month), except),
        })),
    };
    const taken = (callId: string, isHeld: boolean): void => {
      this.inherited += 1;
      this.tasks.set(callId, isHeld);
    };
    this.heirs = {
      inherit: (from) =>
        through(() => {
          database.inherit(own, from ?? '');
        }),
      inherited: () => through(() => database.inherited(own)),
      held: (callId) =>
        through(() => {
          database.held(own, callId);
        }),
      owed: () => through(() => database.owed()),
    };
    const takingOver = new TakeOver(this.heirs);
    takingOver.listen(taken);
    this.books = {
      // Other open calls have no rows here: whatever was never committed is void.
      voidMarked: (of) =>
        through(() => {
          database.voidTasks(of, own);
          return 0;
        }),
      voidOrphans: () => through(() => undefined),
      takeOver: (of, coordination) => takingOver.from(of, coordination),
      owed: () => this.heirs.owed(),
      postedBy: (incarnation, window) => through(() => database.postedBy(incarnation, window)),
      postedIn: (incarnation) => through(() => database.postedIn(incarnation)),
    };
  }

  commit(incarnation: string, calls: readonly SettledCall[]): Promise<boolean> {
    return this.#through(() => this.#options.database.commit(incarnation, calls));
  }

  /** As its node read it when it was inherited. */
  storedTask(callId: string): StoredTask | undefined {
    return this.#options.database.tasks.get(callId);
  }

  /** One step of a task. */
  task<Value>(step: (database: SharedDatabase) => Value): Promise<Value> {
    return this.#through(() => step(this.#options.database));
  }

  /** A key, and the number of the latest change it can include. */
  read(keyId: string): Promise<{ readonly key: StoredKey; readonly revision: number }> {
    const { database } = this.#options;
    return this.#through(() => {
      const key = database.keys.find((stored) => stored.keyId === keyId);
      if (key === undefined) throw new Error(`the database has no key ${keyId}`);
      return { key: { ...key }, revision: database.changes.length };
    });
  }

  /** Changes a key or its account, and notifies nodes. Returns the number of the change. */
  change(keyId: string, change: (key: StoredKey, all: readonly StoredKey[]) => void): Promise<number> {
    const { database } = this.#options;
    return this.#through(() => {
      const key = database.keys.find((stored) => stored.keyId === keyId);
      if (key === undefined) throw new Error(`the database has no key ${keyId}`);
      change(key, database.keys);
      return database.changed(key.accountId);
    });
  }

  lastHourMs(): Promise<number> {
    return this.#through(() => this.#options.database.lastHourMs);
  }

  async #through<Value>(step: () => Value): Promise<Value> {
    const { chance } = this.#options;
    await this.#pause(chance.skewed(0, 20));
    await this.#unlessCut();
    const value = step();
    await this.#pause(chance.skewed(0, 20));
    await this.#unlessCut();
    return value;
  }

  async #unlessCut(): Promise<void> {
    if (!this.isCut) return;
    if (this.#options.chance.happens(0.5)) await this.#pause(silentMs);
    throw new Error(lostMessage);
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => this.#options.clock.after(ms, resolve));
  }
}
