/**
 * Goal: a process that is killed takes no answered call's record with it and leaves no one charged for what never arrived;
 * one that is asked to stop lets running calls finish.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { CallAnswer } from '@tollgate/contract/admin/calls';
import { chat, chatStream, stall } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { runToEnd, ServerProcess } from './server-process.ts';

const kills = Number(process.env.TOLLGATE_TEST_KILLS ?? '5');
const workers = 16;
const openCalls = 4;
/** 12 input and 5 output tokens at 2 and 8 CNY per million. */
const charge = '0.000064';
const model = 'test/chat';
const messages = [{ role: 'user', content: 'hi' }];

let base: string;
let upstream: ScriptedUpstream;
before(async () => {
  base = await mkdtemp(join(tmpdir(), 'tollgate-crash-'));
  upstream = await startScriptedUpstream();
  upstream.script('open', stall());
});
after(async () => {
  await upstream.close();
  await rm(base, { recursive: true, force: true });
});

/** A service with an account that may call without limits; answers its key. */
async function prepare(server: ServerProcess): Promise<string> {
  await server.admin('POST', '/providers', {
    name: 'scripted',
    dialect: 'chat-completions',
    routes: [{ region: 'domestic', base_url: upstream.baseUrl, api_key: 'secret' }],
    models: [{ model }],
  });
  await server.admin('PUT', `/models/${encodeURIComponent(model)}`, { kind: 'chat', price: { input: '2', output: '8' } });
  const limits = { requests_per_minute: null, concurrency: null };
  const account = await server.admin<{ id: string }>('POST', '/accounts', { name: 'Load', plan: 'dedicated', limits });
  return (await server.admin<{ key: string }>('POST', `/accounts/${account.id}/keys`, {})).key;
}

interface Load {
  /** Ids of calls read to their end, in the order in which they ended. */
  readonly answered: string[];
  /** Waits until so many more calls were answered. */
  more(count: number): Promise<void>;
  /** Ends when the service is gone. */
  readonly over: Promise<unknown>;
}

/** Calls without a pause, streamed and whole, until the connection fails. */
function load(server: ServerProcess, key: string): Load {
  const answered: string[] = [];
  let wake: () => void = () => undefined;
  const work = async (_: unknown, worker: number): Promise<void> => {
    for (;;) {
      try {
        const response = await server.post(key, { model, messages, stream: worker % 2 === 0 });
        const text = await response.text();
        if (response.status !== 200 || (worker % 2 === 0 && !text.endsWith('data: [DONE]\n\n'))) continue;
        answered.push(response.headers.get('x-request-id') ?? '');
        wake();
      } catch {
        return;
      }
    }
  };
  const working = Array.from({ length: workers }, work);
  return {
    answered,
    async more(count) {
      const target = answered.length + count;
      while (answered.length < target) await new Promise<void>((resolve) => (wake = resolve));
    },
    over: Promise.all(working),
  };
}

async function allRows(server: ServerProcess): Promise<readonly CallAnswer[]> {
  const rows: CallAnswer[] = [];
  let cursor = '';
  for (;;) {
    const page = await server.admin<{ data: CallAnswer[]; next: string | null }>('GET', `/calls?limit=200${cursor}`);
    rows.push(...page.data);
    if (page.next === null) return rows;
    cursor = `&cursor=${encodeURIComponent(page.next)}`;
  }
}

async function beginOpenCalls(server: ServerProcess, key: string): Promise<Promise<unknown>[]> {
  const from = upstream.requests.length;
  const calls = Array.from({ length: openCalls }, () =>
    server.post(key, { model, messages, metadata: { script: 'open' } }).catch(() => null),
  );
  while (upstream.requests.length < from + openCalls) await upstream.nextRequest();
  return calls;
}

describe('kill -9 under load', () => {
  test(`loses no committed row and charges nobody for what did not arrive, ${String(kills)} times`, async (context) => {
    const folder = join(base, 'killed');
    let server = await ServerProcess.start(folder);
    const key = await prepare(server);
    const everAnswered = new Set<string>();
    const everCommitted = new Set<string>();
    let expectedOpen = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      const open = await beginOpenCalls(server, key);
      const running = load(server, key);
      await running.more(60);
      // The audit writes down what is queued, so everything answered before it is committed after it.
      const before = [...running.answered];
      assert.equal((await server.admin('POST', '/audit')).ok, true);
      await running.more(20 + ((kill * 17) % 40));
      await server.kill();
      await Promise.all([running.over, ...open]);
      for (const id of before) everCommitted.add(id);
      for (const id of running.answered) everAnswered.add(id);
      expectedOpen += openCalls;

      server = await ServerProcess.start(folder);
      const rows = await allRows(server);
      const byId = new Map(rows.map((row) => [row.id, row]));
      assert.equal(byId.size, rows.length, 'one row per call');
      for (const id of everCommitted) assert.equal(byId.get(id)?.charge_exact, charge, 'a committed row is kept');
      const charged = rows.filter((row) => Number(row.charge_exact) > 0);
      for (const { id } of charged) assert.ok(everAnswered.has(id), 'charged, but never delivered');
      const interrupted = rows.filter(({ ending }) => ending === 'interrupted');
      assert.ok(interrupted.length >= expectedOpen, `${String(interrupted.length)} of ${String(expectedOpen)} open calls`);
      assert.ok(interrupted.every((row) => Number(row.charge_exact) === 0));
      assert.match(server.out, /Recovered +\d+ calls/);
      const audit = await runToEnd('tollgate.mjs', ['audit'], { TOLLGATE_URL: server.url, TOLLGATE_DATA_DIR: folder });
      assert.equal(audit.code, 0, audit.out + audit.err);
    }
    const rows = new Map((await allRows(server)).map((row) => [row.id, row]));
    const lost = [...everAnswered].filter((id) => Number(rows.get(id)?.charge_exact ?? 0) === 0).length;
    context.diagnostic(
      `${String(kills)} kills: ${String(everAnswered.size)} answered, ${String(everCommitted.size)} known committed, 0 of them lost; ` +
        `${String(lost)} delivered within the last commit interval and not charged; 0 charged and not delivered`,
    );
    await server.stop();
  });
});

describe('a fault that nobody foresaw', () => {
  test('ends the process with exit code 1, after running calls were told and what was delivered was written down', async () => {
    const folder = join(base, 'defect');
    const defect = "process.on('SIGUSR2',()=>setImmediate(()=>{throw new Error('a defect')}))";
    const server = await ServerProcess.start(folder, {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(defect)}`,
    });
    const key = await prepare(server);
    const gate = new Gate();
    upstream.next(chatStream(['Hello ', gate, 'there']));
    const open = await server.post(key, { model, messages, stream: true });
    await gate.reached;
    const delivered = await server.post(key, { model, messages });
    await delivered.text();
    server.signal('SIGUSR2');
    assert.match(await open.text(), /"code":"maintenance"/);
    const { code, err } = await server.ended();
    assert.equal(code, 1);
    assert.match(err, /^tollgate: stopped by an unexpected fault: Error: a defect/m);
    gate.open();

    const again = await ServerProcess.start(folder);
    assert.ok(!again.out.includes('Recovered'), 'nothing was left open');
    const rows = new Map((await allRows(again)).map((row) => [row.id, row]));
    const kept = rows.get(delivered.headers.get('x-request-id') ?? '');
    assert.deepEqual([kept?.ending, kept?.charge_exact], ['complete', charge]);
    const told = rows.get(open.headers.get('x-request-id') ?? '');
    assert.deepEqual([told?.ending, Number(told?.charge_exact)], ['interrupted', 0]);
    await again.stop();
  });
});

describe('SIGTERM', () => {
  test('open streams finish and are charged, new calls are turned away with 503, and nothing is lost', async () => {
    const folder = join(base, 'stopped');
    const server = await ServerProcess.start(folder);
    const key = await prepare(server);
    const gates = Array.from({ length: 20 }, () => new Gate());
    upstream.next(...gates.map((gate) => chatStream(['Hello ', gate, 'there'])));
    const streams = gates.map(() => server.post(key, { model, messages, stream: true }));
    const answers = await Promise.all(streams);
    assert.ok(answers.every(({ status }) => status === 200));
    // One Ctrl-C under npm is two signals.
    server.signal('SIGINT');
    server.signal('SIGTERM');
    let ready = 200;
    while (ready === 200) ready = (await fetch(`${server.url}/readyz`)).status;
    assert.equal(ready, 503, 'readiness fails first');
    const late = await server.post(key, { model, messages });
    assert.equal(late.status, 503);
    assert.ok(late.headers.get('retry-after'));
    assert.equal(late.headers.get('connection'), 'close', 'the client is sent elsewhere');
    assert.match(await late.text(), /"code":"maintenance"/);
    for (const gate of gates) gate.open();
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    assert.equal(texts.filter((text) => !text.endsWith('data: [DONE]\n\n')).length, 0, 'cut streams');
    assert.equal((await server.ended()).code, 0);
    upstream.otherwise(chat());

    const again = await ServerProcess.start(folder);
    assert.ok(!again.out.includes('Recovered'), 'nothing was left open');
    const rows = await allRows(again);
    for (const answer of answers) {
      const row = rows.find(({ id }) => id === answer.headers.get('x-request-id'));
      assert.deepEqual([row?.ending, row?.charge_exact], ['complete', charge]);
    }
    await again.stop();
  });

  test('streams that outlast the limit end in one truthful error and are not charged', async () => {
    const folder = join(base, 'limited');
    const server = await ServerProcess.start(folder, { TOLLGATE_DRAIN_LIMIT_MS: '100' });
    const key = await prepare(server);
    const gate = new Gate();
    upstream.next(chatStream(['Hello ', gate, 'there']));
    const answer = await server.post(key, { model, messages, stream: true });
    await gate.reached;
    server.signal('SIGTERM');
    const text = await answer.text();
    assert.match(text, /"code":"maintenance"/);
    assert.ok(!text.includes('[DONE]'));
    assert.equal((await server.ended()).code, 0);
    gate.open();
    const again = await ServerProcess.start(folder);
    const row = (await allRows(again)).find(({ id }) => id === answer.headers.get('x-request-id'));
    assert.deepEqual([row?.ending, Number(row?.charge_exact)], ['interrupted', 0]);
    await again.stop();
  });
});
