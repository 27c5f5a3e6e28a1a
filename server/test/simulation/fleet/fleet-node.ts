import { createRedisCoordination } from '../../../src/coordination/redis/redis-coordination.ts';
import { createCalendar, type Calendar } from '../../../src/domain/limits/calendar.ts';
import type { Books } from '../../../src/domain/books/books.ts';
import type { Admission, AdmitRequest, FleetCoordination, Reservation } from '../../../src/domain/limits/coordination.ts';
import { dayWindow, monthWindow } from '../../../src/domain/limits/window.ts';
import { Fleet } from '../../../src/fleet/fleet.ts';
import type { Logger } from '../../../src/platform/logger.ts';
import { ProcessClock } from '../../process-clock.ts';
import type { DatabaseDoor } from './database-door.ts';
import type { RedisLine } from './redis-line.ts';
import type { SettledCall, StoredKey } from './shared-database.ts';
import type { SkewedClock } from './skewed-clock.ts';

const noRate = { requestsPerMinute: null, tokensPerMinute: null, concurrency: null };
const commitEveryMs = 250;
/** Calls continue for this long while their records cannot be stored. */
const refuseAfterMs = 4_000;
/** How often a gateway reads and asks again after `stale`. */
const attempts = 4;

export const deadAfterMs = 4_000;

interface Entry {
  readonly key: StoredKey;
  readonly revision: number;
}

export interface NodeSurroundings {
  /** This start of the node. */
  readonly incarnation: string;
  readonly name: string;
  readonly timeZone: string;
  readonly wall: SkewedClock;
  readonly door: DatabaseDoor;
  readonly line: RedisLine;
  readonly logger: Logger;
  /** Called when others declared the node dead; it must end. */
  readonly onDeclaredDead: () => void;
}

/** One process of a fleet: the real membership, recovery and coordination, with calls like those of a gateway. */
export class FleetNode {
  readonly clock: ProcessClock;
  readonly fleet: Fleet;
  readonly calendar: Calendar;
  readonly coordination: FleetCoordination;
  readonly surroundings: NodeSurroundings;
  running = 0;
  isLeaving = false;
  readonly #admitted = new Map<string, { readonly reservation: Reservation; readonly strict: boolean }>();
  readonly #entries = new Map<string, Entry>();
  #unsaved: SettledCall[] = [];
  #savedMs: number;
  #saving: Promise<void> | null = null;

  private constructor(surroundings: NodeSurroundings, parts: Pick<FleetNode, 'clock' | 'fleet' | 'calendar' | 'coordination'>) {
    this.surroundings = surroundings;
    this.clock = parts.clock;
    this.fleet = parts.fleet;
    this.calendar = parts.calendar;
    this.coordination = parts.coordination;
    this.#savedMs = this.clock.monotonicMs();
    this.clock.every(commitEveryMs, () => void this.#save());
  }

  /** In the order of the program. @throws the error that prevents the start. */
  static async start(surroundings: NodeSurroundings): Promise<FleetNode> {
    const { incarnation, name, timeZone, wall, door, line, logger, onDeclaredDead } = surroundings;
    const clock = new ProcessClock(wall);
    const { nodes, changes, settings, books, figures } = door;
    const own = { incarnation, clock, logger };
    let fleet: Fleet | null = null;
    try {
      const shared = { nodes, changes, settings, books, freshInstallation: () => `installation of ${incarnation}` };
      const joined = await Fleet.join({ ...own, ...shared, name, timeZone, deadAfterMs, onDeclaredDead });
      fleet = joined;
      const calendar = createCalendar(timeZone, clock, await door.lastHourMs(), () => joined.membership.latestMs);
      const coordination = createRedisCoordination({
        ...own,
        ...(await joined.shared()),
        url: 'redis://simulated',
        figures,
        calendar,
        rateTimeMs: () => clock.monotonicMs(),
        connect: () => Promise.resolve(line),
      });
      await joined.coordinateBy(coordination);
      await joined.recoverOwn();
      const node = new FleetNode(surroundings, { clock, fleet: joined, calendar, coordination });
      const changed = { reload: (accountId: string) => node.#reload(accountId), reloadPlan: () => Promise.resolve() };
      const nothing = { reload: () => Promise.resolve() };
      await joined.follow(changed, nothing, nothing);
      return node;
    } catch (error) {
      await fleet?.abandon();
      clock.die();
      line.close();
      throw error;
    }
  }

  /** The check that the gateway makes before every call. */
  get accepts(): boolean {
    const isStoring = this.#unsaved.length === 0 || this.clock.monotonicMs() - this.#savedMs < refuseAfterMs;
    return this.fleet.unfit === null && isStoring;
  }

  get unsaved(): number {
    return this.#unsaved.length;
  }

  /** Asks until the result is not about outdated entries. `asked` is called for every attempt. */
  async admit(
    call: { readonly callId: string; readonly keyId: string; readonly reserve: bigint },
    asked: (request: AdmitRequest) => void,
  ): Promise<Admission> {
    let entry = this.#entries.get(call.keyId) ?? (await this.#read(call.keyId));
    for (let attempt = 1; ; attempt += 1) {
      await this.coordination.prepare(entry.key.accountId, call.keyId);
      const request = this.#request(call, entry);
      asked(request);
      const admission = await this.coordination.admit(request);
      if (admission.admitted) this.#admitted.set(call.callId, { reservation: admission.reservation, strict: request.strict });
      if (admission.admitted || admission.refusal.reason !== 'stale' || attempt === attempts) return admission;
      entry = await this.#read(call.keyId);
    }
  }

  /** Tasks that it owns, and whether it holds their money. */
  get tasks(): Map<string, boolean> {
    return this.surroundings.door.tasks;
  }

  /** A call that it admitted or inherited. */
  taskOf(callId: string): { readonly reservation: Reservation; readonly strict: boolean } {
    const task = this.#admitted.get(callId) ?? this.surroundings.door.storedTask(callId);
    if (task === undefined) throw new Error(`${callId} was not admitted here`);
    return task;
  }

  /** Where the record of a task is stored. */
  booksFor(reservation: Reservation): Pick<Books, 'close' | 'flush'> {
    return {
      close: ({ charge }) => {
        this.#keep(reservation, charge);
      },
      flush: () => this.flush(),
    };
  }

  #keep({ callId, windows }: Reservation, posted: bigint): void {
    if (this.#unsaved.length === 0) this.#savedMs = this.clock.monotonicMs();
    this.#unsaved.push({ callId, windows, posted, hourStartMs: this.calendar.now().hourStartMs });
  }

  /** Queues the record and releases the money. */
  async settle(reservation: Reservation, posted: bigint): Promise<void> {
    this.#admitted.delete(reservation.callId);
    this.#keep(reservation, posted);
    await this.coordination.settle({ reservation, posted, tokens: 0 });
  }

  /** An administrator changes a key on this node. Resolves with the revision that is then in force. */
  async change(keyId: string, accountId: string, change: (key: StoredKey, all: readonly StoredKey[]) => void): Promise<number> {
    const revision = await this.surroundings.door.change(keyId, change);
    await this.#reload(accountId);
    await this.fleet.accountsChanged([accountId]);
    return revision;
  }

  /** Waits until every record is stored or permanently refused. */
  async flush(): Promise<void> {
    while (this.#unsaved.length > 0) await this.#save();
  }

  /** Ends in order, with nothing running. */
  async leave(): Promise<void> {
    this.isLeaving = true;
    await this.flush();
    await this.fleet.leave();
    this.kill();
  }

  /** Dies at once. */
  kill(): void {
    this.clock.die();
    this.surroundings.line.close();
  }

  #request({ callId, keyId, reserve }: { callId: string; keyId: string; reserve: bigint }, entry: Entry): AdmitRequest {
    const { accountId, credits, dailyCap, monthlyCap, strict, concurrency } = entry.key;
    const { day, month } = this.calendar.now();
    return {
      callId,
      accountId,
      keyId,
      reserve,
      strict,
      revision: entry.revision,
      atMs: this.clock.nowMs(),
      rates: [
        { ...noRate, concurrency, id: accountId, scope: 'account' },
        { ...noRate, id: keyId, scope: 'key' },
      ],
      money: [
        { scope: 'account', window: accountId, limit: credits, arming: 0 },
        { scope: 'key_day', window: dayWindow(keyId, day), limit: dailyCap, arming: 0 },
        { scope: 'key_month', window: monthWindow(keyId, month), limit: monthlyCap, arming: 0 },
      ],
      expectedTokens: 0,
      heldMax: null,
    };
  }

  async #read(keyId: string): Promise<Entry> {
    const entry = await this.surroundings.door.read(keyId);
    const known = this.#entries.get(keyId);
    // Two reads can respond in any order.
    if (known !== undefined && known.revision > entry.revision) return known;
    this.#entries.set(keyId, entry);
    return entry;
  }

  async #reload(accountId: string): Promise<void> {
    const known = [...this.#entries].filter(([, { key }]) => key.accountId === accountId);
    await Promise.all(known.map(([keyId]) => this.#read(keyId)));
  }

  #save(): Promise<void> {
    this.#saving ??= this.#saveAll().finally(() => {
      this.#saving = null;
    });
    return this.#saving;
  }

  async #saveAll(): Promise<void> {
    const calls = this.#unsaved.slice();
    if (calls.length === 0) return;
    const { door, incarnation } = this.surroundings;
    const startMs = this.clock.monotonicMs();
    try {
      // Or permanently refused, because the node was declared dead.
      await door.commit(incarnation, calls);
      this.#unsaved = this.#unsaved.slice(calls.length);
      this.#savedMs = startMs;
    } catch {
      // Repeats the notification a moment later.
      await new Promise<void>((resolve) => this.clock.after(commitEveryMs, resolve));
    }
  }
}
