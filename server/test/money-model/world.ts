import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { createIds } from '../../src/platform/ids.ts';
import { compilerFor } from '../../src/storage/compiler.ts';
import type { AuditEntry } from '../../src/domain/books/audit-entry.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { lastBookedMs } from '../../src/books/last-booked.ts';
import { createFiguresStore } from '../../src/storage/stores/figures-store.ts';
import { createLedgerStore } from '../../src/subjects/ledger/ledger-store.ts';
import { uuidText } from '../../src/storage/uuid-bytes.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { GatewayProcess, type Surroundings } from './gateway-process.ts';
import { MoneyModel, type ModelCall, type ModelCaps, type ModelKey } from './model.ts';
import { SongMaker } from './song-maker.ts';
import { sellSongs } from './task-side.ts';
import { bookedBeforeDeath } from './watch-songs.ts';

export const requestsPerMinute = 12;
export const concurrency = 5;

let worlds = 0;

/** One run's account in the shared database, in a separate year, and its current process. */
export class World {
  readonly engine: Engine;
  readonly clock: VirtualClock;
  readonly accountId: string;
  readonly keys: readonly ModelKey[];
  readonly ids: ReturnType<typeof createIds>;
  readonly maker: SongMaker;
  process: GatewayProcess;
  readonly #folder: string;
  #credits = 0;

  private constructor(
    engine: Engine,
    { clock, folder, maker }: Surroundings & { readonly clock: VirtualClock },
    process: GatewayProcess,
  ) {
    this.engine = engine;
    this.maker = maker;
    this.clock = clock;
    this.process = process;
    this.ids = createIds(clock);
    this.accountId = accountName();
    const team: ModelCaps = { id: `sub_${String(worlds)}`, dayCap: 90n, monthCap: 220n, arming: 0 };
    this.keys = [false, true].map((strict) => ({
      team,
      id: `key_${String(worlds)}_${strict ? 'strict' : 'default'}`,
      strict,
      dayCap: 60n,
      monthCap: 150n,
      arming: 0,
      deleted: false,
    }));
    this.#folder = folder;
  }

  /** Starts four hours before the end of a month, so that hours, days and months end within a run. */
  static async create(engine: Engine, folder: string): Promise<World> {
    worlds += 1;
    const start = Temporal.ZonedDateTime.from({ year: 2026 + worlds, month: 11, day: 30, hour: 20, timeZone: 'Asia/Shanghai' });
    const clock = new VirtualClock(start.epochMilliseconds);
    const surroundings = { clock, folder, maker: new SongMaker() };
    if (worlds === 1) await sellSongs(engine);
    const process = await GatewayProcess.start(engine, surroundings);
    const world = new World(engine, surroundings, process);
    await world.#enterTenants();
    return world;
  }

  async #enterTenants(): Promise<void> {
    const atMs = this.clock.nowMs();
    const account = sql`insert into accounts (id, name, plan_id, created_at) values (${this.accountId}, 'model', 'standard', ${atMs})`;
    const teams = [...new Set(this.keys.map(({ team }) => team.id))].map(
      (id) => sql`insert into sub_accounts (id, account_id, name, created_at) values (${id}, ${this.accountId}, 'team', ${atMs})`,
    );
    const keys = this.keys.map(
      ({ id, team }) => sql`insert into keys (id, account_id, sub_account_id, hash, prefix, last4, created_at, updated_at)
        values (${id}, ${this.accountId}, ${team.id}, ${Buffer.from(id)}, 'sk-', '0000', ${atMs}, ${atMs})`,
    );
    const db = compilerFor(this.engine.sql);
    await this.engine.write(
      [account, ...teams, ...keys].map((insert) => ({ query: insert.compile(db) })),
      [],
    );
  }

  async newModel(): Promise<MoneyModel> {
    const startMs = Math.max(this.clock.nowMs(), await lastBookedMs(this.engine));
    return new MoneyModel(this.accountId, requestsPerMinute, concurrency, startMs);
  }

  /** Enters a credit; a repeated `id` (a payment reported twice) must change nothing. */
  async credit(amount: bigint, id: string): Promise<boolean> {
    const atMs = this.clock.nowMs();
    const draft = {
      id,
      accountId: this.accountId,
      bucket: amount < 0n ? 'adjustment' : 'paid',
      amount,
      reason: 'model',
      actor: 'test',
      atMs,
    } as const;
    const audit: AuditEntry = {
      atMs,
      actor: 'test',
      sourceIp: null,
      action: 'account.credit',
      objectKind: 'account',
      objectId: this.accountId,
      before: null,
      after: null,
    };
    return (await createLedgerStore(this.engine).credit(draft, audit)) !== null;
  }

  nextCreditId(): string {
    this.#credits += 1;
    return `${this.accountId}:credit:${String(this.#credits)}`;
  }

  /** Writes everything pending and waits for it, and for the effects of passing time. */
  async commit(model: MoneyModel): Promise<void> {
    this.clock.advance(10);
    await this.process.books.flush();
    await this.process.settleDown();
    if (this.process.isAlive) for (const call of model.calls.values()) call.isDurable ||= !call.isOpen;
  }

  /** Effects of every second of a day occur once, at its end. */
  letPass(ms: number): void {
    const [silentMs, restMs] = ms > 100_000 ? [ms - 1, 1] : [0, ms];
    this.clock.block(silentMs);
    this.clock.advance(restMs);
  }

  /** A kill: uncommitted data is lost, and open calls are void. */
  async crash(model: MoneyModel, duringCommit: boolean): Promise<void> {
    if (duringCommit) this.clock.advance(10);
    await this.process.kill();
    await bookedBeforeDeath(model, this);
    await this.#startProcess(model);
    const charges = await this.charges();
    for (const call of model.calls.values()) {
      // The next process continues it.
      if (call.isOpen && call.song !== null) continue;
      const charge = charges.get(call.id);
      assert.ok(!call.isDurable || call.isLost || charge === call.charge, 'a durable call is never lost');
      assert.ok(charge === undefined || charge === 0n || (!call.isOpen && charge === call.charge), 'a lost call is not charged');
      lose(call, charge);
    }
  }

  async restart(model: MoneyModel): Promise<void> {
    this.process.death.at = null;
    await this.process.stop();
    for (const call of model.calls.values()) call.isDurable ||= !call.isOpen;
    await this.#startProcess(model);
  }

  /** The charge of each call of this account in the log. */
  async charges(): Promise<ReadonlyMap<string, bigint>> {
    const rows = await this.#rows(sql`select id, charge from calls where account_id = ${this.accountId}`);
    return new Map(rows.map((row) => [uuidText(row.id as Uint8Array), BigInt(String(row.charge))]));
  }

  async notices(): Promise<string[]> {
    const rows = await this.#rows(sql`select "window", kind, arming from notices where account_id = ${this.accountId}`);
    return rows.map((row) => `${String(row.window)} ${String(row.kind).replace('cap_', '')} ${String(row.arming)}`);
  }

  /** Totals per key and admission hour, as in usage reports. */
  async usage(): Promise<ReadonlyMap<string, bigint>> {
    const rows = await this.#rows(
      sql`select key_id, hour_start, day, cast(sum(charge) as bigint) as charge from usage_hours where account_id = ${this.accountId}
        group by key_id, hour_start, day having sum(charge) > 0`,
    );
    return new Map(rows.map((row) => [[row.key_id, row.hour_start, row.day].map(String).join(' '), BigInt(String(row.charge))]));
  }

  /** The tasks of this account by call. */
  async tasks(): Promise<ReadonlyMap<string, { readonly state: string; readonly errorCode: string | null }>> {
    const rows = await this.#rows(sql`select id, state, error_code from tasks where account_id = ${this.accountId}`);
    return new Map(
      rows.map(({ id, state, error_code: code }) => [
        uuidText(id as Uint8Array),
        { state: String(state), errorCode: typeof code === 'string' ? code : null },
      ]),
    );
  }

  async committedUse(): Promise<bigint> {
    return createFiguresStore(this.engine).accountUsed(this.accountId);
  }

  async #startProcess(model: MoneyModel): Promise<void> {
    const { clock, maker } = this;
    this.process = await GatewayProcess.start(this.engine, { clock, maker, folder: this.#folder });
    model.restart(this.clock.nowMs(), await lastBookedMs(this.engine));
  }

  #rows(query: ReturnType<typeof sql>): Promise<readonly Record<string, unknown>[]> {
    return this.engine.read('reports', query.compile(compilerFor(this.engine.sql)));
  }
}

function accountName(): string {
  return `acc_${String(worlds)}`;
}

function lose(call: ModelCall, charge: bigint | undefined): void {
  if (call.isOpen || charge !== call.charge) {
    call.charge = 0n;
    call.notices = [];
  }
  call.isOpen = false;
  call.isDurable = true;
  call.isLost ||= charge === undefined;
}
