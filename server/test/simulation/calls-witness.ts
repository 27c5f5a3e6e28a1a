import type { CallRecord } from '../../src/domain/books/call-record.ts';
import { clientProtocols } from './client-protocols.ts';
import type { ClientCall } from './simulated-client.ts';
import type { Row, SimulatedDatabase } from './simulated-database.ts';
import type { Attempt, SimulatedUpstream } from './simulated-upstream.ts';

/** A request that reached the gateway. */
interface Parsed {
  readonly tag: string;
  readonly process: number;
  readonly atMs: number;
  /** When it was given to the books, as an open mark or as a record. */
  handedAtMs: number;
  closedAtMs: number;
  record: CallRecord | null;
}

interface Booked {
  readonly accountId: string;
  readonly keyId: string;
  readonly day: number;
  readonly charge: bigint;
}

/** Maximum duration of a key look-up in the database. */
const lookUpMs = 25;

/** Prices per million tokens, by version. */
export interface KnownPrice {
  readonly input: bigint;
  readonly cached: bigint;
  readonly output: bigint;
}

/** How a process ended, for the calls it served. */
export interface ProcessEnd {
  /** Data written by then is safe, whatever happened later; `Infinity` after an orderly end. */
  readonly safeUntilMs: number;
}

/** Compares what clients and upstreams saw of every call with the books. */
export class CallsWitness {
  readonly prices = new Map<string, KnownPrice>();
  readonly counts = { rows: 0, charged: 0, translated: 0, lost: 0, deliveredUncharged: 0, interrupted: 0 };
  readonly #calls = new Map<string, Parsed>();
  readonly #clients = new Map<string, ClientCall>();
  readonly #booked = new Map<string, Booked>();
  readonly #database: SimulatedDatabase;
  readonly #upstream: SimulatedUpstream;
  readonly #violation: (what: string) => void;

  constructor(database: SimulatedDatabase, upstream: SimulatedUpstream, violation: (what: string) => void) {
    this.#database = database;
    this.#upstream = upstream;
    this.#violation = violation;
  }

  sent(call: ClientCall): void {
    this.#clients.set(call.tag, call);
  }

  parsed(tag: string, callId: string, process: number, atMs: number): void {
    if (this.#calls.has(callId)) this.#violation(`I4: the id ${callId} was given twice`);
    this.#calls.set(callId, { tag, process, atMs, handedAtMs: Infinity, closedAtMs: Infinity, record: null });
  }

  admitted(callId: string, atMs: number): void {
    const call = this.#calls.get(callId);
    if (call !== undefined) call.handedAtMs = atMs;
  }

  closed(record: CallRecord, atMs: number): void {
    const call = this.#calls.get(record.id);
    if (call === undefined) {
      this.#violation(`I15: a record was written for ${record.id}, which nobody sent`);
      return;
    }
    if (call.record !== null) this.#violation(`I4: call ${record.id} was closed twice`);
    call.record = record;
    call.closedAtMs = atMs;
    call.handedAtMs = Math.min(call.handedAtMs, atMs);
  }

  /** Totals of charges in the books, by admission window. */
  spent(window: string): bigint {
    const [owner = '', period] = window.split(':');
    let spent = 0n;
    for (const { accountId, keyId, day, charge } of this.#booked.values()) {
      const isInside = period === undefined ? accountId === owner : keyId === owner && isWithin(day, Number(period));
      if (isInside) spent += charge;
    }
    return spent;
  }

  /** The spending of a key, by window. */
  windowsOf(key: string): ReadonlyMap<string, bigint> {
    const windows = new Map<string, bigint>();
    for (const { keyId, day, charge } of this.#booked.values()) {
      if (keyId !== key) continue;
      for (const period of [day, Math.floor(day / 100)]) {
        const window = `${keyId}:${String(period)}`;
        windows.set(window, (windows.get(window) ?? 0n) + charge);
      }
    }
    return windows;
  }

  /** Checks that every call of an ended process has the expected result; forgets checked calls. */
  check(process: number, end: ProcessEnd): void {
    const rows = new Map<string, Row>();
    for (const row of this.#database.rows('select *, lower(hex(id)) as name from calls')) rows.set(dashed(String(row.name)), row);
    for (const [callId, call] of this.#calls) {
      if (call.process !== process) continue;
      const row = rows.get(callId);
      if (row === undefined) this.#checkMissing(callId, call, end);
      else this.#checkRow(callId, call, row, end);
      this.#calls.delete(callId);
      this.#clients.delete(call.tag);
      this.#upstream.attempts.delete(call.tag);
    }
    for (const callId of rows.keys())
      if (!this.#booked.has(callId)) this.#violation(`I15: a row ${callId} belongs to no request`);
  }

  #checkMissing(callId: string, call: Parsed, { safeUntilMs }: ProcessEnd): void {
    if (call.handedAtMs === Infinity) {
      if (safeUntilMs === Infinity && this.#clients.get(call.tag)?.isGenuine === true && !this.#isOwnerUnknown(call))
        this.#violation(`I15: call ${callId} (${call.tag}) left no row`);
      return;
    }
    if (call.handedAtMs <= safeUntilMs) {
      this.#violation(
        `I15: call ${callId} left no row, handed over at ${String(call.handedAtMs)}, safe until ${String(safeUntilMs)}`,
      );
      return;
    }
    this.counts.lost += 1;
    if (this.#wasDelivered(call)) this.counts.deliveredUncharged += 1;
  }

  /** The database could not be queried for the key's owner, so the refusal belongs to no account. */
  #isOwnerUnknown({ tag, atMs }: Parsed): boolean {
    const hasFailed = this.#database.failedReadsAtMs.some((failedMs) => Math.abs(failedMs - atMs) <= lookUpMs);
    // A client that disconnected before the response cannot report it.
    return hasFailed && [503, undefined].includes(this.#clients.get(tag)?.answerAccepted()?.status);
  }

  #checkRow(callId: string, call: Parsed, row: Row, end: ProcessEnd): void {
    const charge = row.charge as bigint;
    this.#booked.set(callId, { accountId: String(row.account_id), keyId: String(row.key_id), day: Number(row.day), charge });
    this.counts.rows += 1;
    if (charge > 0n) {
      this.counts.charged += 1;
      const client = this.#clients.get(call.tag)?.protocol;
      if (client !== undefined && client !== this.#attemptsOf(call).at(-1)?.protocol) this.counts.translated += 1;
    }
    const attempts = this.#attemptsOf(call).length;
    if (attempts > 3) this.#violation(`I12: call ${callId} made ${String(attempts)} attempts`);
    if (row.ending === 'interrupted' && call.record?.ending !== 'interrupted') {
      this.#checkInterrupted(callId, call, charge, end);
      return;
    }
    this.#checkCharge(callId, call, row);
  }

  /** I5: charged exactly if a finished response arrived. I2: with the exact amount. */
  #checkCharge(callId: string, call: Parsed, row: Row): void {
    const charge = row.charge as bigint;
    const last = this.#attemptsOf(call).at(-1);
    const delivered = this.#wasDelivered(call);
    if (charge > 0n) {
      if (!delivered) this.#violation(`I5: call ${callId} (${call.tag}) is charged although its answer did not arrive`);
      if (row.status !== 200n) this.#violation(`I5: call ${callId} is charged with status ${String(row.status)}`);
      if (last?.isComplete !== true) this.#violation(`I5: call ${callId} is charged for an unfinished answer`);
    }
    if (delivered && row.error_code !== 'usage_invalid') this.#checkWorth(callId, call, row);
  }

  #checkWorth(callId: string, call: Parsed, row: Row): void {
    const charge = row.charge as bigint;
    const worth = this.#worth(row, this.#attemptsOf(call).at(-1));
    if (charge + (row.uncollected as bigint) !== worth)
      this.#violation(`I2: call ${callId} (${call.tag}) is worth ${String(worth)} and charged ${String(charge)}`);
    if (charge !== worth && this.#clients.get(call.tag)?.isStrict === false)
      this.#violation(`I5: call ${callId} (${call.tag}) was delivered and is charged ${String(charge)} of ${String(worth)}`);
  }

  /** Only calls that were open, or younger than the last commit, can end as interrupted. */
  #checkInterrupted(callId: string, call: Parsed, charge: bigint, { safeUntilMs }: ProcessEnd): void {
    this.counts.interrupted += 1;
    if (charge !== 0n) this.#violation(`I5: the interrupted call ${callId} is charged`);
    if (call.closedAtMs <= safeUntilMs) this.#violation(`I4: call ${callId} was closed, and safe, and became interrupted`);
    if (this.#wasDelivered(call)) this.counts.deliveredUncharged += 1;
  }

  #attemptsOf(call: Parsed): readonly Attempt[] {
    return this.#upstream.attempts.get(call.tag) ?? [];
  }

  /** Whether the client's connection accepted a whole valid response of a model. */
  #wasDelivered(call: Parsed): boolean {
    const client = this.#clients.get(call.tag);
    const seen = client?.answerAccepted();
    if (seen?.isComplete !== true || seen.status !== 200 || client?.isModelCall !== true) return false;
    const saysDone = clientProtocols[client.protocol].saysDone(seen.body);
    const isFinished = this.#attemptsOf(call).at(-1)?.isComplete === true;
    if (saysDone && !isFinished) this.#violation(`I5: ${call.tag} was told that an unfinished answer is complete`);
    return saysDone;
  }

  /** Recomputed from the upstream's output, rounded half up once. */
  #worth(row: Row, attempt: Attempt | undefined): bigint {
    if (attempt === undefined || attempt.usage === 'invalid') return 0n;
    const price = this.prices.get(String(row.price_version));
    if (price === undefined) {
      this.#violation(`I2: nobody knows the price ${String(row.price_version)}`);
      return 0n;
    }
    const { usage } = attempt;
    if (usage !== null && row.ending === 'complete') {
      const booked = [row.input_tokens, row.cached_tokens, row.output_tokens].map(Number);
      if (booked.join() !== [usage.input, usage.cached, usage.output].join())
        this.#violation(`I2: ${booked.join()} tokens are booked, ${JSON.stringify(usage)} were reported`);
    }
    const [input = 0n, cached = 0n, output = 0n] =
      usage === null
        ? [row.input_tokens as bigint, row.cached_tokens as bigint, row.output_tokens as bigint]
        : [usage.input, usage.cached, usage.output].map(BigInt);
    const perMillion = (input - cached) * price.input + cached * price.cached + output * price.output;
    return (perMillion + 500_000n) / 1_000_000n;
  }
}

function isWithin(day: number, period: number): boolean {
  return period > 999_999 ? day === period : Math.floor(day / 100) === period;
}

function dashed(hex: string): string {
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
