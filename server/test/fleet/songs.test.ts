/**
 * Goal: a song outlives the node that ordered it: another node continues it, it is ordered once, charged once, and served by any node.
 * Method: two nodes as processes on a real database, coordination server and object store; each is killed in turn while songs are made.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { MusicGeneration } from '@tollgate/contract/model-api/music';
import { rowsAfter } from '../faults/loaded-process.ts';
import { Studio } from '../music/studio.ts';
import { facts, songsPath } from '../music/songs-world.ts';
import { isFullProof } from '../proofs/counts.ts';
import { reportFigures } from '../proofs/figures.ts';
import type { ServerProcess } from '../scenarios/server-process.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { withServer } from '../servers/needed-server.ts';
import { postgres } from '../servers/postgres-server.ts';
import { redis } from '../servers/redis-server.ts';
import { swift, SwiftServer } from '../servers/swift-server.ts';
import { waitFor } from '../wait-for.ts';
import { FleetServers, type FleetEnvironment } from './fleet-servers.ts';

/** Long enough for a busy machine, short enough for a test. */
const deadAfterMs = isFullProof ? 20_000 : 8_000;
const songsEach = 4;
const rounds = isFullProof ? 9 : 2;
const look = { everyMs: 200 };

/** Progress of songs when their node is killed. */
const moments = [
  'as soon as they are ordered',
  'once they were looked at',
  'when they are made and nobody has heard of it',
] as const;

function songsOfAFleet(): void {
  let servers: FleetServers;
  let bucket: SwiftServer;
  let upstream: ScriptedUpstream;
  let studio: Studio;
  let environment: FleetEnvironment;
  let nodes: [ServerProcess, ServerProcess];
  let key: string;
  let accountId: string;

  before(async () => {
    [servers, bucket, upstream] = await Promise.all([FleetServers.start(), SwiftServer.start(), startScriptedUpstream()]);
    studio = new Studio(upstream.baseUrl);
    upstream.otherwise(studio.answer);
    environment = {
      ...(await servers.newFleet()),
      TOLLGATE_OBJECTS_URL: bucket.url,
      TOLLGATE_NODE_DEAD_AFTER_MS: String(deadAfterMs),
    };
    const first = await servers.process(environment);
    await first.admin('POST', '/providers', {
      name: 'studio',
      dialect: 'chat-completions',
      dialects: { music: 'music-mureka' },
      routes: [{ region: 'domestic', base_url: upstream.baseUrl, api_key: 'vendor-key' }],
      models: [{ model: 'songs/studio', upstream_model: 'model-1' }],
    });
    const price = { input: '0', output: '0', per_call: '0', rates: { song: '0.6' } };
    await first.admin('PUT', '/models/songs%2Fstudio', { kind: 'music', price, music: facts });
    const limits = { requests_per_minute: null, concurrency: null };
    accountId = (await first.admin<{ id: string }>('POST', '/accounts', { name: 'A', plan: 'dedicated', limits })).id;
    await first.admin('POST', `/accounts/${accountId}/credits`, { amount: '1000', reason: 'test', bucket: 'paid' });
    key = (await first.admin<{ key: string }>('POST', `/accounts/${accountId}/keys`, { remark: 'songs' })).key;
    nodes = [first, await servers.process(environment)];
  });
  after(async () => {
    await upstream.close();
    await servers.end();
    await bucket.stop();
  });

  async function ask<Body>(node: ServerProcess, path: string, body?: object): Promise<Body> {
    const response = await fetch(`${node.url}${songsPath}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    assert.equal(response.status, 200, text);
    return JSON.parse(text) as Body;
  }

  async function killedWhileMaking(moment: (typeof moments)[number]): Promise<readonly MusicGeneration[]> {
    const [dying, living] = nodes;
    const wanted = { model: 'songs/studio', prompt: moment, duration: 60 };
    const polls = studio.polls;
    const begun = await Promise.all(Array.from({ length: songsEach }, () => ask<MusicGeneration>(dying, '', wanted)));
    if (moment !== moments[0]) await waitFor(() => studio.polls >= polls + songsEach, look);
    if (moment === moments[2]) studio.all('makes');
    await dying.kill();
    studio.all('makes');
    nodes = [living, await servers.process(environment)];
    const made: MusicGeneration[] = [];
    for (const { id } of begun) {
      await waitFor(async () => (await ask<MusicGeneration>(living, `/${id}`)).completed_at !== null, look);
      made.push(await ask<MusicGeneration>(nodes[1], `/${id}`));
    }
    return made;
  }

  test('a node is killed while it makes songs, and another continues them: each is ordered once, charged once, and stored', async (context) => {
    const made: MusicGeneration[] = [];
    for (let round = 0; round < rounds; round += 1)
      made.push(...(await killedWhileMaking(moments[(round + 1) % moments.length] ?? moments[0])));
    assert.deepEqual([...new Set(made.map(({ status }) => status))], ['completed']);
    assert.equal(studio.submissions.length, made.length);
    const [node] = nodes;
    const calls = await rowsAfter(node, accountId);
    for (const { id, data: songs } of made) {
      const rows = calls.filter((row) => `music_${row.id}` === id);
      assert.deepEqual(
        rows.map((row) => [row.ending, Number(row.charge_exact)]),
        [['complete', 0.6]],
      );
      const address = new URL(songs[0]?.url ?? '');
      const file = await fetch(`${node.url}${address.pathname}${address.search}`);
      assert.equal((await file.bytes()).length, 30_004);
    }
    const { balance } = await node.admin<{ balance: { reserved: string } }>('GET', `/accounts/${accountId}`);
    assert.equal(Number(balance.reserved), 0);
    const audit = await node.admin<{ ok: boolean; difference: string }>('POST', '/audit');
    assert.deepEqual([audit.ok, audit.difference], [true, '0'], JSON.stringify(audit));
    reportFigures(context, 'F30', {
      'nodes killed while they made songs': rounds,
      'songs carried on by another node': made.length,
      'songs ordered twice': studio.submissions.length - made.length,
      'audit difference, nano': 0,
    });
  });
}

withServer(postgres, 'songs of a fleet', () => {
  withServer(redis, 'with its coordination server', () => {
    withServer(swift, 'and its object store', () => {
      describe('songs that outlive their node', songsOfAFleet);
    });
  });
});
