import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { CallAnswer } from '@tollgate/contract/calls/operator-calls';
import { formatAmount, nanoPerCny } from '@tollgate/contract/money';
import { ServerProcess } from '../../scenarios/server-process.ts';
import { after, chat } from '../../scripted-upstream/behaviours.ts';
import { Gate } from '../../scripted-upstream/gate.ts';
import type { ScriptedUpstream } from '../../scripted-upstream/scripted-upstream.ts';
import { waitFor } from '../../wait-for.ts';
import { accountState, charge, messages, model, prepareForLoad, rowsAfter, type LoadedAccount } from '../loaded-process.ts';
import type { CrashPoint } from './crash-points.ts';
import { streamText } from '../../stream-text.ts';

const crashHere = new URL('./crash-here.ts', import.meta.url).href;
/** Leaves the CPU to the program. */
const poll = { everyMs: 5 };

/** The environment of a process that crashes at a step once the file `armed` is in the folder. */
export function crashEnvironment(folder: string, step: string): Record<string, string> {
  return {
    NODE_OPTIONS: `--import=${crashHere}`,
    TEST_CRASH_STEP: step,
    TEST_CRASH_WHEN: join(folder, 'armed'),
    TEST_COMMITS_FAIL_WHEN: join(folder, 'failing'),
  };
}

/** The real program on one data folder, killed at one step after the other. */
export class CrashingService {
  readonly #folder: string;
  readonly #upstream: ScriptedUpstream;
  readonly #account: LoadedAccount;
  #server: ServerProcess;
  #lastId = '';
  #chargedCount = 0;
  #credits: number;
  #creditNumber = 0;

  private constructor(
    folder: string,
    parts: { upstream: ScriptedUpstream; account: LoadedAccount; server: ServerProcess; credits: number },
  ) {
    this.#folder = folder;
    this.#upstream = parts.upstream;
    this.#account = parts.account;
    this.#server = parts.server;
    this.#credits = parts.credits;
  }

  static async start(folder: string, upstream: ScriptedUpstream): Promise<CrashingService> {
    const server = await ServerProcess.start(folder);
    try {
      const account = await prepareForLoad(server, upstream);
      const { balance } = await accountState(server, account.id);
      return new CrashingService(folder, { upstream, account, server, credits: Number(balance.credits) });
    } catch (error) {
      await server.kill();
      throw error;
    }
  }

  /** Runs a point to its end and checks the state at the next start. */
  async play(point: CrashPoint): Promise<void> {
    const env = crashEnvironment(this.#folder, point.step);
    await this.#server.stop();
    this.#server = await ServerProcess.start(this.#folder, env);
    const isDelivered = await this.#crash(point, env);
    rmSync(join(this.#folder, 'armed'), { force: true });
    rmSync(join(this.#folder, 'failing'), { force: true });
    this.#server = await ServerProcess.start(this.#folder);
    assert.equal(isDelivered, point.isDelivered, 'whether the client has its whole answer');
    if (point.scene === 'credit') {
      await this.#checkBooks(point.fates.includes('complete') ? this.#credits + 1 : this.#credits);
      // A client without a response repeats the request, and the credit is entered once.
      await this.#credit();
      this.#credits += 1;
      this.#creditNumber += 1;
    } else await this.#checkCall(point);
    await this.#checkBooks(this.#credits);
  }

  /** Returns whether the client got its response. */
  async #crash({ scene }: CrashPoint, env: Record<string, string>): Promise<boolean> {
    if (scene === 'young call') return this.#youngCall();
    if (scene === 'running call' || scene === 'running whole call') return this.#runningCall(scene === 'running call', 'armed');
    if (scene === 'call in an outage') return this.#runningCall(true, 'failing', 'armed');
    if (scene === 'start after an outage') {
      const delivered = await this.#spilledCall();
      await this.#crashAtStart(env);
      return delivered;
    }
    if (scene === 'start after a crash') {
      await this.#abandonedCall();
      await this.#crashAtStart(env);
      return false;
    }
    this.#arm('armed');
    await assert.rejects(this.#credit(), 'a credit is not answered before it is committed');
    await this.#killed();
    return false;
  }

  async #youngCall(): Promise<boolean> {
    this.#arm('armed');
    const delivered = this.#call(true);
    await this.#killed();
    return delivered;
  }

  async #runningCall(stream: boolean, ...files: readonly string[]): Promise<boolean> {
    const { gate, delivered } = await this.#markedCall(stream);
    for (const file of files) this.#arm(file);
    gate.open();
    await this.#killed();
    return delivered;
  }

  /** A call whose record is in the spill file when the process is killed. */
  async #spilledCall(): Promise<boolean> {
    const { gate, delivered, id } = await this.#markedCall(true);
    this.#arm('failing');
    gate.open();
    await delivered;
    await waitFor(() => readFileSync(join(this.#folder, 'spill')).includes(id), poll);
    await this.#server.kill();
    rmSync(join(this.#folder, 'failing'));
    return delivered;
  }

  async #abandonedCall(): Promise<void> {
    const { gate } = await this.#markedCall(true);
    await this.#server.kill();
    gate.open();
  }

  /** A call that waits for its upstream and has a mark in the database. */
  async #markedCall(stream: boolean): Promise<{ gate: Gate; delivered: Promise<boolean>; id: string }> {
    const gate = new Gate();
    this.#upstream.next(after(gate, chat()));
    const delivered = this.#call(stream);
    await gate.reached;
    await waitFor(() => this.#marks().length > 0, poll);
    // The mark is visible before the process knows that it is written; that step must not be confused with one at the end of the call.
    await this.#server.admin('POST', '/audit');
    return { gate, delivered, id: this.#marks()[0] ?? '' };
  }

  /** Ids of calls with a mark. */
  #marks(): readonly string[] {
    const database = new DatabaseSync(join(this.#folder, 'tollgate.db'), { readOnly: true });
    try {
      return database
        .prepare('select mark from open_calls')
        .all()
        .map((row) => (JSON.parse(String(row.mark)) as { id: string }).id);
    } finally {
      database.close();
    }
  }

  #arm(file: string): void {
    writeFileSync(join(this.#folder, file), '');
  }

  async #call(stream: boolean): Promise<boolean> {
    try {
      const response = await this.#server.post(this.#account.keys[0] ?? '', { model, messages, stream });
      const text = await streamText(response);
      return response.status === 200 && (!stream || text.endsWith('data: [DONE]\n\n'));
    } catch {
      return false;
    }
  }

  /** A credit of 1 CNY; a repeated request enters nothing. */
  #credit(): Promise<unknown> {
    const body = { amount: '1', reason: 'a credit', bucket: 'paid' };
    const headers = { 'idempotency-key': `credit-${String(this.#creditNumber)}` };
    return this.#server.admin('POST', `/accounts/${this.#account.id}/credits`, body, headers);
  }

  async #killed(): Promise<void> {
    const { signal } = await this.#server.ended();
    assert.equal(signal, 'SIGKILL', 'the step was reached');
  }

  async #crashAtStart(env: Record<string, string>): Promise<void> {
    this.#arm('armed');
    await assert.rejects(ServerProcess.start(this.#folder, env), /did not start/, 'the step was reached');
    assert.ok(existsSync(join(this.#folder, 'tollgate.db')));
  }

  async #checkCall({ fates }: CrashPoint): Promise<void> {
    const rows = await rowsAfter(this.#server, this.#account.id, this.#lastId);
    assert.ok(rows.length <= 1, 'one row per call');
    const [row] = rows;
    this.#checkFate(row, fates);
    this.#lastId = row?.id ?? this.#lastId;
    if (row?.ending === 'complete') this.#chargedCount += 1;
  }

  #checkFate(row: CallAnswer | undefined, fates: CrashPoint['fates']): void {
    const fate = row?.ending ?? 'none';
    assert.ok((fates as readonly string[]).includes(fate), `the call is ${fate} and not ${fates.join(' or ')}`);
    if (row !== undefined) assert.equal(Number(row.charge_exact), fate === 'complete' ? Number(charge) : 0);
  }

  async #checkBooks(credits: number): Promise<void> {
    assert.deepEqual(this.#marks(), [], 'no call is left open');
    const { balance } = await accountState(this.#server, this.#account.id);
    const used = formatAmount((BigInt(this.#chargedCount) * nanoPerCny) / 10_000n);
    assert.deepEqual({ ...balance, credits: Number(balance.credits) }, { ...balance, credits, used, reserved: formatAmount(0n) });
    const audit = await this.#server.admin('POST', '/audit');
    assert.deepEqual([audit.ok, audit.difference], [true, '0'], JSON.stringify(audit));
  }

  async end(): Promise<void> {
    await this.#server.kill();
  }
}
