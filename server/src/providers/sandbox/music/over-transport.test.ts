// Goal: over the complete path to the sandbox and back, music is a task, fails as instructed, and blocks no other call while it is
// generated.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ListeningSink } from '../../../../test/upstream/listening-sink.ts';
import { VirtualClock } from '../../../../test/virtual-clock.ts';
import { waitFor } from '../../../../test/wait-for.ts';
import { musicDialect } from '../../../dialects/music/music-dialect.ts';
import type { TaskMessage, TaskPlan } from '../../../dialects/music-upstream.ts';
import { sandboxProvider } from '../sandbox-provider.ts';
import { createSandboxTransport } from '../sandbox-transport.ts';

const clock = new VirtualClock();
const sandbox = createSandboxTransport({
  clock,
  onDefect: (error) => {
    throw error;
  },
});
const [route] = sandboxProvider.routes;
const { music } = musicDialect;
const plan: TaskPlan = { upstreamModel: 'music', quirks: {}, callId: 'c', supportedParameters: [] };
const timeouts = { connectTimeoutMs: 5_000, firstByteTimeoutMs: 60_000, idleTimeoutMs: 30_000, totalTimeoutMs: 300_000 };

function send({ method, path, body }: TaskMessage): ListeningSink {
  const sink = new ListeningSink();
  assert.ok(route !== undefined);
  sandbox.send({ route: { ...route, apiKey: null }, dialect: 'music', method, path, body, stream: false, timeouts }, sink);
  return sink;
}

function through<Result>(steps: Generator<undefined, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

async function begin(metadata: Readonly<Record<string, string>>, durationSeconds = 30): Promise<string> {
  const wishes = { prompt: 'rain', durationSeconds, tags: [], lyrics: null, instrumental: false, title: null };
  assert.ok(music !== undefined);
  const sink = send(music.submit({ ...wishes, songs: 1, seed: null, outputFormat: 'wav', metadata }, plan));
  await sink.over;
  const submitted = through(music.readSubmit({ contentType: 'application/json', bytes: Buffer.from(sink.text) }, plan));
  assert.ok(submitted.state === 'accepted', sink.text);
  return submitted.upstreamId;
}

function poll(id: string): ListeningSink {
  return send(music?.polling?.poll(id, plan) ?? assert.fail());
}

test('a song of 300 s leaves the process many turns for others, and no more of it is made than is taken', async () => {
  const id = await begin({ sandbox_latency_ms: '0' }, 300);
  const sink = poll(id);
  let turns = 0;
  await waitFor(() => {
    turns += 1;
    return sink.ends === 1;
  });
  assert.equal(sink.headers['content-type'], 'audio/wav');
  assert.equal(sink.bytes, 44 + 300 * 22_050 * 2);
  assert.ok(turns > sink.bytes / (2 * 64 * 1024), String(turns));
  const answer = { contentType: 'audio/wav', bytes: Buffer.from(sink.text, 'latin1') };
  const report = through(music?.polling?.readPoll(answer, id, plan) ?? assert.fail());
  assert.deepEqual(report.state === 'done' ? report.songs.map(({ format, durationMs }) => [format, durationMs]) : report, [
    ['wav', 300_000],
  ]);
});

test('the finished song can be cut and stalled, the submission refused, a task that nobody knows is not found', async () => {
  const cut = poll(await begin({ sandbox_latency_ms: '0', sandbox_cut_after_chunks: '3' }));
  await cut.over;
  assert.deepEqual(
    cut.faults.map(({ kind }) => kind),
    ['reset'],
  );
  const stalled = poll(await begin({ sandbox_latency_ms: '0', sandbox_stall: '2' }));
  await stalled.got(45);
  await waitFor(() => {
    clock.advance(1_000);
    return stalled.faults.length === 1;
  });
  assert.equal(stalled.faults[0]?.kind, 'idle_timeout');
  await assert.rejects(begin({ sandbox_status: '503' }), /status 503 as asked/);
  const nobody = poll('nobody');
  await nobody.over;
  assert.equal(nobody.status, 404);
});
