import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { CallAnswer } from '@tollgate/contract/calls/operator-calls';
import type { Logger } from '../../src/platform/logger.ts';
import type { Service } from '../../src/service/service.ts';
import { askAdmin, mustAdmin, type AdminAnswer } from '../ask-admin.ts';
import { refusedBaseUrl } from '../scripted-upstream/behaviours.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { startInProcess } from '../service-in-process.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { waitFor } from '../wait-for.ts';
import { expectExplained } from './expect-explained.ts';

export type CallRow = CallAnswer;

export interface FixtureOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly account?: object;
  readonly keySettings?: object;
  /** Reuses a data folder, like a restart; `close` does not delete it. */
  readonly folder?: string;
  readonly clock?: VirtualClock;
  readonly logger?: Logger;
  /** The key for the upstreams. */
  readonly upstreamKey?: string;
  /** Calls that wait to retry a route wait until the test moves the clock; otherwise time passes for them automatically. */
  readonly pausesByHand?: boolean;
}

/** A running service with a scripted upstream, an account with 100 CNY and a key. */
export interface Fixture {
  readonly service: Service;
  readonly clock: VirtualClock;
  readonly upstream: ScriptedUpstream;
  readonly port: number;
  readonly folder: string;
  readonly accountId: string;
  readonly keyId: string;
  readonly key: string;
  admin(method: string, path: string, body?: object): Promise<AdminAnswer>;
  /** Waits for the next call row after those already returned. */
  nextRow(): Promise<CallRow>;
  /** Rows of the account so far, newest first. */
  rows(query?: string): Promise<readonly CallRow[]>;
  /** Lets time pass in steps until no call is running. */
  advanceUntilOver(ms: number): Promise<void>;
  readonly waitFor: typeof waitFor;
  /** Number of calls whose client does not read while the gateway has bytes for it. */
  runningStalled(): Promise<number>;
  /** Checks that nothing is open or reserved, the audit finds no difference, and the last rows have receipts. */
  expectSettled(): Promise<void>;
  close(): Promise<void>;
  /** Checks that everything is settled, and closes in any case. */
  closeSettled(): Promise<void>;
}

const stepMs = 500;
const turnsWhenLate = 1_000;
/** Longer than a stop may wait for anything. */
const stopMs = 200_000;
const adminToken = 'test-admin-token-0123456789';

const pauseStepMs = 100;

/** Lets time pass while all calls wait to retry a route. */
function letPausesPass({ gateway: { pauses }, storage }: Service, clock: VirtualClock): void {
  const wait = pauses.wait.bind(pauses);
  let passing = false;
  const pass = async (): Promise<void> => {
    passing = true;
    while (pauses.size > 0) {
      // As in `advanceUntilOver`: no commit may be in progress.
      await storage.books.flush();
      clock.advance(pauseStepMs);
      await turn();
    }
    passing = false;
  };
  pauses.wait = (call, forMs) => {
    const waited = wait(call, forMs);
    if (!passing) void pass();
    return waited;
  };
}

export async function startFixture(options: FixtureOptions = {}): Promise<Fixture> {
  const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'tollgate-test-')));
  const clock = options.clock ?? new VirtualClock();
  const upstream = await startScriptedUpstream();
  const env = { TOLLGATE_DATA_DIR: folder, TOLLGATE_ADMIN_TOKEN: adminToken, ...options.env };
  const service = await startInProcess(env, { clock, ...(options.logger === undefined ? {} : { logger: options.logger }) });
  const { port } = service;
  if (options.pausesByHand !== true) letPausesPass(service, clock);

  const place = { url: service.consoleUrl, token: adminToken };
  const admin = (method: string, path: string, body?: object): Promise<AdminAnswer> => askAdmin(place, method, path, { body });
  const must = (method: string, path: string, body?: object): Promise<AdminAnswer['body']> =>
    mustAdmin(place, method, path, { body });

  const route = (base_url: string): object => ({
    region: 'domestic',
    base_url,
    api_key: options.upstreamKey ?? 'upstream-secret-key',
  });
  const price = { input: '2', cached_input: '0.5', output: '8' };
  await must('POST', '/providers', {
    name: `scripted-${String(port)}`,
    dialect: 'chat-completions',
    routes: [route(upstream.baseUrl)],
    models: [{ model: 'test/chat', upstream_model: 'upstream-chat' }],
  });
  await must('POST', '/providers', {
    name: `unreachable-${String(port)}`,
    dialect: 'chat-completions',
    routes: [route(await refusedBaseUrl())],
    models: [{ model: 'test/unreachable' }],
  });
  for (const model of ['test/chat', 'test/unreachable'])
    await must('PUT', `/models/${encodeURIComponent(model)}`, { kind: 'chat', price });
  const account: { readonly id: string } = await must('POST', '/accounts', {
    name: 'Test',
    plan: 'dedicated',
    limits: { requests_per_minute: null, concurrency: null },
    trial_credit: false,
    ...options.account,
  });
  await must('POST', `/accounts/${account.id}/credits`, { amount: '100', reason: 'test', bucket: 'paid' });
  const key: { readonly id: string; readonly key: string } = await must('POST', `/accounts/${account.id}/keys`, {
    remark: 'test',
    ...options.keySettings,
  });
  const seen = new Set<string>();
  const explained = new Set<string>();

  async function rows(query = '', limit = 200): Promise<readonly CallRow[]> {
    await service.storage.books.flush();
    return (await must('GET', `/calls?account_id=${account.id}&limit=${String(limit)}${query}`)).data;
  }

  /** Rows of all accounts. */
  async function latestRows(): Promise<readonly CallRow[]> {
    return (await must('GET', '/calls?limit=200')).data;
  }

  /** Rows that were not returned yet, newest first. Most tests read after every call, and a long page takes longer than the call. */
  async function freshRows(limit = 5): Promise<readonly CallRow[]> {
    const fresh = (await rows('', limit)).filter(({ id }) => !seen.has(id));
    return fresh.length === limit && limit < 200 ? freshRows(200) : fresh;
  }

  const fixture: Fixture = {
    service,
    clock,
    upstream,
    port,
    folder,
    accountId: account.id,
    keyId: key.id,
    key: key.key,
    admin,
    rows: (query) => rows(query),
    waitFor,
    async nextRow() {
      await waitFor(() => service.gateway.state.running.size === 0);
      const oldest = (await freshRows()).at(-1);
      assert.ok(oldest, 'every call leaves one row');
      seen.add(oldest.id);
      return oldest;
    },
    async advanceUntilOver(ms) {
      // Gives the upstream's bytes in the kernel a chance to arrive before time passes.
      for (let turns = 0; turns < 50; turns += 1) await turn();
      // A call may be late because it waits for a core; it gets the time that passed before its start a second time.
      for (let passedMs = 0; passedMs < 2 * ms && service.gateway.state.running.size > 0; passedMs += stepMs) {
        // Time must not advance during a commit, or the books would treat the jump as a storage outage.
        await service.storage.books.flush();
        clock.advance(stepMs);
        for (let turns = 0; turns < (passedMs < ms ? 1 : turnsWhenLate); turns += 1) await turn();
      }
      await waitFor(() => service.gateway.state.running.size === 0);
    },
    runningStalled() {
      return Promise.resolve(service.gateway.state.running.snapshot().filter(({ client }) => client.stalled).length);
    },
    async expectSettled() {
      await waitFor(() => service.gateway.state.running.size === 0);
      await service.storage.books.flush();
      const { balance } = await must('GET', `/accounts/${account.id}`);
      assert.equal(Number(balance.reserved), 0, 'no reservation is left open');
      assert.equal(await service.gateway.coordination.running(account.id), 0, 'no slot is left taken');
      const audit = await must('POST', '/audit');
      assert.equal(audit.ok, true, JSON.stringify(audit));
      for (const { id } of (await latestRows()).filter((row) => !explained.has(row.id))) {
        const answer = await admin('GET', `/calls/${id}`);
        // A fixture whose clock has jumped by months may be purging right now.
        if (answer.status === 404)
          assert.ok(!(await latestRows()).some((row) => row.id === id), `a listed call is not found: ${id}`);
        else expectExplained(answer.body);
        explained.add(id);
      }
    },
    async close() {
      await upstream.close();
      const stopping = service.stop();
      await waitFor(() => service.gateway.state.draining);
      clock.advance(stopMs);
      // Calls left by a failed test are waited for in a further step after the grace period.
      const callsLeft = service.gateway.state.running.size > 0;
      let isStopped = false;
      const stopped = stopping.finally(() => (isStopped = true));
      await waitFor(() => {
        if (callsLeft) clock.advance(stepMs);
        return isStopped;
      });
      await stopped;
      if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
    },
    async closeSettled() {
      try {
        await fixture.expectSettled();
      } finally {
        await fixture.close();
      }
    },
  };
  return fixture;
}
