/**
 * Goal: a process killed at any moment loses no stored row, charges nothing for undelivered answers, and recovers completely at the next
 * start. Method: `kill -9` at moments drawn from a seed, under calls of every kind. Each worker has a separate key and calls sequentially,
 * so that rows match calls whose id never arrived.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { formatAmount, nanoPerCny } from '@tollgate/contract/money';
import { count, isFullProof } from '../proofs/counts.ts';
import { reportFigures } from '../proofs/figures.ts';
import { seededRandom, testSeed } from '../proofs/seed.ts';
import { ServerProcess } from '../scenarios/server-process.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { makeBooks } from '../size/make-books.ts';
import { checkAfterKill, type KillFigures } from './check-after-kill.ts';
import { accountState, keyIds, prepareForLoad, rowsAfter, type LoadedAccount } from './loaded-process.ts';
import { kindOfWorker, MixedLoad, scriptMixedLoad } from './mixed-load.ts';

const kills = count('kills');
/** Rows of other accounts in the log before the first kill. */
const rowsBefore = isFullProof ? 1_000_000 : 0;
/** The full audit reads all rows; each round also has its own check. */
const auditEvery = isFullProof ? 20 : 1;

let base: string;
let upstream: ScriptedUpstream;
before(async () => {
  base = await mkdtemp(join(tmpdir(), 'tollgate-kill-'));
  upstream = await startScriptedUpstream();
});
after(async () => {
  await upstream.close();
  await rm(base, { recursive: true, force: true });
});

/** Marks of an earlier process; none may remain once the service is ready. */
function openMarks(folder: string): number {
  const database = new DatabaseSync(join(folder, 'tollgate.db'), { readOnly: true });
  try {
    return Number(database.prepare('select count(*) as n from open_calls').get()?.n);
  } finally {
    database.close();
  }
}

interface Round extends KillFigures {
  readonly readyMs: number;
  readonly loadMs: number;
}

/** The service, killed and restarted repeatedly on one folder. */
class KilledService {
  readonly #folder: string;
  readonly #random = seededRandom();
  #server: ServerProcess;
  readonly #account: LoadedAccount;
  readonly #keyIds: readonly string[];
  #lastId = '';
  #made = 0;
  #chargedCount = 0;

  private constructor(folder: string, server: ServerProcess, account: LoadedAccount & { readonly keyIds: readonly string[] }) {
    this.#folder = folder;
    this.#server = server;
    this.#account = account;
    this.#keyIds = account.keyIds;
    scriptMixedLoad(upstream, this.#random);
  }

  static async start(folder: string): Promise<KilledService> {
    const server = await ServerProcess.start(folder);
    try {
      const account = await prepareForLoad(server, upstream, { keyCount: kindOfWorker.length });
      return new KilledService(folder, server, { ...account, keyIds: await keyIds(server, account.id) });
    } catch (error) {
      await server.kill();
      throw error;
    }
  }

  async round(): Promise<Round> {
    const seenBefore = upstream.requests.length;
    const load = new MixedLoad(this.#server, this.#account.keys, this.#made);
    const startedMs = performance.now();
    await load.warm();
    await pause(400 * this.#random());
    const committed = await rowsAfter(this.#server, this.#account.id, this.#lastId);
    await pause(300 * this.#random());
    const { inFlight } = load;
    const killedMs = performance.now();
    await this.#server.kill();
    await load.over;
    this.#made = load.made;
    const restartMs = performance.now();
    this.#server = await ServerProcess.start(this.#folder);
    const readyMs = performance.now() - restartMs;
    assert.equal(openMarks(this.#folder), 0, 'no call is left open');
    const rows = await rowsAfter(this.#server, this.#account.id, this.#lastId);
    this.#lastId = rows.at(-1)?.id ?? this.#lastId;
    const upstreamSaw = new Set(upstream.requests.slice(seenBefore).map(({ body }) => (body.metadata as { call: number }).call));
    const { calls } = load;
    const figures = checkAfterKill({ calls, keyIds: this.#keyIds, rows, committed, upstreamSaw, killedMs });
    this.#chargedCount += figures.charged;
    await this.#checkAccount();
    return { ...figures, inFlight, readyMs, loadMs: killedMs - startedMs };
  }

  /** The account's usage equals the total of all rows, and nothing is reserved. */
  async #checkAccount(): Promise<void> {
    const { balance } = await accountState(this.#server, this.#account.id);
    const used = formatAmount((BigInt(this.#chargedCount) * nanoPerCny) / 10_000n);
    assert.deepEqual({ used: balance.used, reserved: balance.reserved }, { used, reserved: formatAmount(0n) });
  }

  async audit(): Promise<void> {
    const report = await this.#server.admin('POST', '/audit');
    assert.deepEqual({ ok: report.ok, difference: report.difference }, { ok: true, difference: '0' }, JSON.stringify(report));
  }

  async stop(): Promise<void> {
    await this.#server.stop();
  }

  async kill(): Promise<void> {
    await this.#server.kill();
  }
}

const sum = (rounds: readonly Round[], of: keyof Round): number => rounds.reduce((total, round) => total + round[of], 0);
const most = (rounds: readonly Round[], of: keyof Round): number => Math.round(Math.max(...rounds.map((round) => round[of])));
const median = (values: readonly number[]): number => Math.round(values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0);

test(`kill -9 at any moment loses no stored row and charges nobody for what did not arrive, ${String(kills)} times`, async (context) => {
  const folder = join(base, 'killed');
  if (rowsBefore > 0) await makeBooks({ folder, calls: rowsBefore, accounts: 1000, untilMs: Date.now() - 60_000 });
  const service = await KilledService.start(folder);
  const rounds: Round[] = [];
  try {
    for (let kill = 1; kill <= kills; kill += 1) {
      rounds.push(await service.round());
      if (kill % auditEvery === 0) await service.audit();
    }
    await service.audit();
    await service.stop();
  } finally {
    await service.kill();
  }
  const inFlight = sum(rounds, 'inFlight');
  const deliveredUncharged = sum(rounds, 'deliveredUncharged');
  assert.ok(
    deliveredUncharged <= inFlight,
    `${String(deliveredUncharged)} delivered and not charged, ${String(inFlight)} in flight`,
  );
  // A commit takes milliseconds. One that takes more than a second is an outage, which has a separate proof.
  if (isFullProof) assert.ok(most(rounds, 'oldestWithoutRowMs') < 1000, 'a call older than a commit has no row');
  reportFigures(context, 'F1', {
    kills,
    'rows in the log before': rowsBefore,
    'calls made': sum(rounds, 'calls'),
    'calls per second': Math.round((sum(rounds, 'calls') * 1000) / sum(rounds, 'loadMs')),
    'calls in flight at the kills': inFlight,
    'calls charged': sum(rounds, 'charged'),
    'committed settles lost': 0,
    'charged but not delivered': 0,
    'delivered but not charged': deliveredUncharged,
    'delivered but not charged, most per kill': most(rounds, 'deliveredUncharged'),
    'running calls that became a row with charge 0': sum(rounds, 'interrupted'),
    'calls too young for a row': sum(rounds, 'withoutRow'),
    'of these sent upstream': sum(rounds, 'withoutRowSentUpstream'),
    'age of the oldest of these at its kill, ms': most(rounds, 'oldestWithoutRowMs'),
    'open calls after a start': 0,
    'audit difference, nano': 0,
    'start until ready, median, ms': median(rounds.map(({ readyMs }) => readyMs)),
    'longest start until ready, ms': most(rounds, 'readyMs'),
    seed: testSeed,
  });
});
