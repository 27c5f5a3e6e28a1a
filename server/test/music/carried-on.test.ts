/**
 * Goal: a task outlives the process that started it: after a kill at any moment, the next process continues it and charges it once, or it
 * is void. Method: the real program with its own sandbox, killed with SIGKILL while songs are made, and started again on the same data.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import type { CallAnswer } from '@tollgate/contract/calls/operator-calls';
import type { MusicGeneration } from '@tollgate/contract/model-api/music';
import { ServerProcess } from '../scenarios/server-process.ts';
import { waitFor } from '../wait-for.ts';

const killsAfterMs = [0, 5, 40, 700, 2_500];

async function ask<Body>(server: ServerProcess, key: string, path = '', body?: object): Promise<Body> {
  const response = await fetch(`${server.url}/v1/music/generations${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Body;
}

async function listed(server: ServerProcess, key: string): Promise<readonly MusicGeneration[]> {
  const answer = await ask<{ readonly data?: readonly MusicGeneration[] }>(server, key);
  assert.ok(answer.data, `the list of tasks was refused: ${JSON.stringify(answer)}`);
  return answer.data;
}

async function account(server: ServerProcess): Promise<{ readonly id: string; readonly key: string }> {
  const price = { input: '0', output: '0', per_call: '0.5' };
  await server.admin('PUT', '/models/sandbox%2Fmusic', { kind: 'music', price, confirm: true });
  const { id } = await server.admin<{ readonly id: string }>('POST', '/accounts', { name: 'Music', plan: 'dedicated' });
  await server.admin('POST', `/accounts/${id}/credits`, { amount: '100', reason: 'test', bucket: 'paid' });
  const { key } = await server.admin<{ readonly key: string }>('POST', `/accounts/${id}/keys`, { remark: 'music' });
  return { id, key };
}

function isOver({ status }: MusicGeneration): boolean {
  return status !== 'queued' && status !== 'in_progress';
}

test('a process that is killed while it makes music leaves the tasks to the next one: each is charged once, or void', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tollgate-music-'));
  let server = await ServerProcess.start(folder);
  try {
    const { id, key } = await account(server);
    for (const afterMs of killsAfterMs) {
      const song = { model: 'sandbox/music', prompt: 'rain', duration: 30, metadata: { sandbox_latency_ms: '1500' } };
      const asking = ask(server, key, '', song).catch(() => null);
      const killAtMs = performance.now() + afterMs;
      if (afterMs > 500) await asking;
      await waitFor(() => performance.now() >= killAtMs);
      await server.kill();
      server = await ServerProcess.start(folder);
      await waitFor(async () => (await listed(server, key)).every(isOver), { everyMs: 250, what: 'the end of every task' });
    }
    const tasks = await listed(server, key);
    const { data } = await server.admin<{ readonly data: readonly CallAnswer[] }>('GET', `/calls?limit=200&account_id=${id}`);
    for (const task of tasks) {
      const rows = data.filter((row) => `music_${row.id}` === task.id);
      assert.equal(rows.length, 1, JSON.stringify(task));
      assert.equal(Number(rows[0]?.charge_exact), task.status === 'completed' ? 0.5 : 0, JSON.stringify(task));
      assert.ok(task.status === 'completed' || task.status === 'failed');
    }
    const charged = data
      .filter(({ endpoint }) => endpoint === 'music.generations')
      .reduce((sum, row) => sum + Number(row.charge_exact), 0);
    assert.equal(charged, 0.5 * tasks.filter(({ status }) => status === 'completed').length);
    assert.ok(tasks.filter(({ status }) => status === 'completed').length >= 2, 'some were carried on');
    const { balance } = await server.admin<{ readonly balance: { readonly reserved: string } }>('GET', `/accounts/${id}`);
    assert.equal(Number(balance.reserved), 0);
    const audit = await server.admin<{ readonly ok: boolean }>('POST', '/audit');
    assert.ok(audit.ok, JSON.stringify(audit));
  } finally {
    await server.kill();
    await rm(folder, { recursive: true, force: true });
  }
});
