import assert from 'node:assert/strict';
import { compilerFor } from '../../src/storage/compiler.ts';
import { startFixture, type Fixture, type FixtureOptions } from '../gateway/fixture.ts';
import { chatCall, must, newKey, passTime, question, type CallAnswer, type NewKey } from '../scenarios/scenario.ts';
import { after as afterGate, chat } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { VirtualClock } from '../virtual-clock.ts';

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

const nano = 1_000_000_000n;
/** Prices are 1 CNY per million tokens, and every answer has one output token. */
const outputNano = 1_000n;

/** Converts a local time of a zone, such as `2026-11-30T23:30`. */
export function wallTime(local: string, zone: string): number {
  return Temporal.PlainDateTime.from(local).toZonedDateTime(zone).epochMilliseconds;
}

const monthsMs = 60 * dayMs;
/** Maximum number of checks of a running job, each as long as a database read. */
const looksMax = 60_000;

/** A service that starts at an earlier time: with a clock set back before the start of a price, no price would be in force. */
function startBefore(epochMs: number, options: FixtureOptions): Promise<Fixture> {
  return startFixture({ ...options, clock: new VirtualClock(epochMs - monthsMs) });
}

/** A service whose prices have been in force for a long time. */
export async function startSettled(options: FixtureOptions = {}): Promise<Fixture> {
  const fixture = await startBefore(wallTime('2026-11-21T12:00', 'Asia/Shanghai'), options);
  fixture.clock.jumpWall(monthsMs);
  return fixture;
}

/** Waits until a call reaches the upstream and waits at the gate; fails if it never does. */
export async function heldAt(gate: Gate, answering: Promise<CallAnswer>): Promise<void> {
  const early = answering.then(({ status, text }) => assert.fail(`answered with ${String(status)} before its upstream: ${text}`));
  await Promise.race([gate.reached, early]);
  early.catch(() => undefined);
}

/** An admitted call as the test expects it. */
interface Foreseen {
  readonly keyId: string;
  readonly day: number;
  readonly month: number;
  readonly hourStartMs: number;
  charge: bigint;
}

/** Recomputes caps and windows: time only moves forward, and a charge stays in the window that admitted its call. */
class Windows {
  readonly #zone: string;
  #seenMs = -Infinity;
  readonly calls: Foreseen[] = [];

  constructor(zone: string) {
    this.#zone = zone;
  }

  at(nowMs: number): { readonly day: number; readonly month: number; readonly hourStartMs: number } {
    this.#seenMs = Math.max(this.#seenMs, nowMs);
    const local = Temporal.Instant.fromEpochMilliseconds(this.#seenMs).toZonedDateTimeISO(this.#zone);
    const month = local.year * 100 + local.month;
    const hour = local.round({ smallestUnit: 'hour', roundingMode: 'floor' });
    return { day: month * 100 + local.day, month, hourStartMs: hour.epochMilliseconds };
  }

  spent(keyId: string, period: number): bigint {
    const own = this.calls.filter((call) => call.keyId === keyId && (call.day === period || call.month === period));
    return own.reduce((sum, { charge }) => sum + charge, 0n);
  }

  admit(keyId: string, nowMs: number): Foreseen {
    const call = { keyId, ...this.at(nowMs), charge: 0n };
    this.calls.push(call);
    return call;
  }
}

export interface CappedKey extends NewKey {
  readonly dailyCap: bigint;
  readonly monthlyCap: bigint;
}

/** A running stream that waits for the test. */
export interface Running {
  /** Lets the upstream finish, and checks that the call succeeded. */
  end(): Promise<void>;
}

/** The whole service in one time zone, and the expected results of all its calls. */
export class ClockWorld {
  fixture: Fixture;
  readonly windows: Windows;
  readonly zone: string;
  capErrors = 0;
  /** Number of running calls that wait for the test. */
  #streams = 0;

  private constructor(fixture: Fixture, zone: string) {
    this.fixture = fixture;
    this.zone = zone;
    this.windows = new Windows(zone);
  }

  static async start(zone: string, local: string, folder?: string): Promise<ClockWorld> {
    const fixture = await startBefore(wallTime(local, zone), {
      env: { TOLLGATE_TIME_ZONE: zone },
      ...(folder === undefined ? {} : { folder }),
    });
    const world = new ClockWorld(fixture, zone);
    await world.#prepare();
    fixture.clock.jumpWall(monthsMs);
    return world;
  }

  async #prepare(): Promise<void> {
    const { fixture } = this;
    await must(fixture, 'PUT', `/models/${encodeURIComponent('test/chat')}`, {
      kind: 'chat',
      price: { input: '1', output: '1' },
      confirm: true,
    });
    await must(fixture, 'POST', `/accounts/${fixture.accountId}/credits`, { amount: '100000', reason: 'test', bucket: 'paid' });
  }

  get clock(): VirtualClock {
    return this.fixture.clock;
  }

  async key(dailyCny: number, monthlyCny: number, settings: object = {}): Promise<CappedKey> {
    const key = await newKey(this.fixture, { daily_cap: String(dailyCny), monthly_cap: String(monthlyCny), ...settings });
    return { ...key, dailyCap: BigInt(dailyCny) * nano, monthlyCap: BigInt(monthlyCny) * nano };
  }

  /** One call that costs this much CNY and one token. Whether it is admitted must match its windows. */
  async spend(key: CappedKey, cny: number): Promise<boolean> {
    const { day, month } = this.windows.at(this.clock.nowMs());
    const fits = this.windows.spent(key.id, day) < key.dailyCap && this.windows.spent(key.id, month) < key.monthlyCap;
    if (fits) this.fixture.upstream.next(worth(cny));
    const answer = await chatCall(this.fixture, key.key);
    if ((answer.status === 200) !== fits) this.capErrors += 1;
    await this.#idle();
    if (answer.status === 200) this.windows.admit(key.id, this.clock.nowMs()).charge = chargeOf(cny);
    return answer.status === 200;
  }

  /** Spends 1 CNY at a time until the cap is reached: the remainder can be spent exactly once. */
  async exhaust(key: CappedKey): Promise<void> {
    for (let calls = 0; calls < 40; calls += 1) if (!(await this.spend(key, 1))) return;
    throw new Error('a cap was never reached');
  }

  async begin(key: CappedKey, cny: number): Promise<Running> {
    const { upstream } = this.fixture;
    const gate = new Gate();
    upstream.next(afterGate(gate, worth(cny)));
    const answering: Promise<CallAnswer> = chatCall(this.fixture, key.key, { ...question, stream: true });
    await heldAt(gate, answering);
    const foreseen = this.windows.admit(key.id, this.clock.nowMs());
    this.#streams += 1;
    return {
      end: async () => {
        gate.open();
        const { status, text } = await answering;
        assert.equal(status, 200, text);
        assert.match(text, /\[DONE\]/);
        foreseen.charge = chargeOf(cny);
        this.#streams -= 1;
        await this.#idle();
      },
    };
  }

  /** Stops the service and starts it again with the same books, at the time that the clock then shows. */
  async restart(): Promise<void> {
    const { folder, clock } = this.fixture;
    await this.fixture.close();
    this.fixture = await startFixture({ folder, clock, env: { TOLLGATE_TIME_ZONE: this.zone } });
    await this.#prepare();
  }

  passTime(ms: number): Promise<void> {
    return passTime(this.fixture, ms);
  }

  /** Money that the log books in a different hour, day or key than those that admitted the call. */
  async misplaced(): Promise<bigint> {
    const rows = await this.rows('select key_id, hour_start, day, charge from calls where charge > 0');
    const difference = new Map<string, bigint>();
    const add = (name: string, amount: bigint): void => {
      difference.set(name, (difference.get(name) ?? 0n) + amount);
    };
    for (const row of rows) add([row.key_id, row.hour_start, row.day].map(String).join(' '), BigInt(String(row.charge)));
    for (const call of this.windows.calls) add([call.keyId, call.hourStartMs, call.day].map(String).join(' '), -call.charge);
    return [...difference.values()].reduce((sum, amount) => sum + (amount < 0n ? -amount : amount), 0n);
  }

  /** Difference between the log and the totals of closed hours in the ledger and hourly usage. */
  async unbooked(): Promise<bigint> {
    const rows = await this.rows(`
      select abs(coalesce(u.charge, 0) - c.charge) + abs(coalesce(e.amount, -c.charge) + c.charge) as difference from
        (select account_id, hour_start, sum(charge) as charge from calls group by account_id, hour_start) c
        left join (select account_id, hour_start, sum(charge) as charge from usage_hours group by account_id, hour_start) u
          on u.account_id = c.account_id and u.hour_start = c.hour_start
        left join ledger_entries e on e.account_id = c.account_id and e.hour_start = c.hour_start and e.kind = 'usage'`);
    return rows.reduce((sum, row) => sum + BigInt(String(row.difference)), 0n);
  }

  async closedHours(): Promise<number> {
    const [row] = await this.rows(`select count(*) as hours from ledger_entries where kind = 'usage'`);
    return Number(row?.hours);
  }

  /** Whether the running job, if any, has closed that many hours. */
  async hasClosed(hours: number): Promise<boolean> {
    for (let looks = 0; looks < looksMax; looks += 1) if ((await this.closedHours()) === hours) return true;
    return false;
  }

  async rows(sql: string): Promise<readonly Record<string, unknown>[]> {
    const { engine, books } = this.fixture.service.storage;
    await books.flush();
    return engine.read('reports', { ...compilerFor('sqlite').selectNoFrom([]).compile(), sql, parameters: [] });
  }

  async close(): Promise<void> {
    await this.fixture.close();
  }

  #idle(): Promise<void> {
    const { running } = this.fixture.service.gateway.state;
    return this.fixture.waitFor(() => running.size === this.#streams);
  }
}

function worth(cny: number) {
  return chat('Hello', { usage: { prompt_tokens: cny * 1_000_000, completion_tokens: 1, total_tokens: 0 } });
}

function chargeOf(cny: number): bigint {
  return BigInt(cny) * nano + outputNano;
}
