/**
 * Goal: a process that is paused, or whose event loop is blocked, blames nobody else: no upstream counts as silent, no call is settled
 * twice, no window is lost. Method: SIGSTOP and a busy loop in the real process, longer than its time limits, while upstream and clients
 * continue.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { isFullProof } from '../proofs/counts.ts';
import { reportFigures } from '../proofs/figures.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { waitFor } from '../wait-for.ts';
import { HeldUpService } from './held-up.ts';
import { messages, model } from './loaded-process.ts';

const frozenMs = isFullProof ? 30_000 : 3000;
const blockedMs = 2000;

let base: string;
let upstream: ScriptedUpstream;
before(async () => {
  base = await mkdtemp(join(tmpdir(), 'tollgate-pause-'));
  upstream = await startScriptedUpstream();
});
after(async () => {
  await upstream.close();
  await rm(base, { recursive: true, force: true });
});

test('a process frozen longer than its time limits serves what it had read when it continues, and settles each call once', async (context) => {
  const service = await HeldUpService.start(join(base, 'frozen'), upstream);
  try {
    const usedUp = await service.usedUpKey();
    const startedMs = performance.now();
    const figures = await service.holdUp(frozenMs, async () => {
      service.server.signal('SIGSTOP');
      await pause(frozenMs);
      service.server.signal('SIGCONT');
    });
    const { status } = await service.server.post(usedUp, { model, messages });
    // The rate limit of this key is reached only within the minute of its calls.
    if (performance.now() - startedMs < 55_000) assert.equal(status, 429, 'a window goes on');
    reportFigures(context, 'F5', { 'frozen for, ms': frozenMs, ...figures, 'calls over the rate': 0 });
  } finally {
    service.server.signal('SIGCONT');
    await service.server.kill();
  }
});

/** On SIGUSR2, blocks the event loop for a while and then reports it. */
const block = `process.on('SIGUSR2',()=>{
  const end=performance.now()+${String(blockedMs)};while(performance.now()<end);console.log('unblocked')})`;

async function longestDelayMs(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Math.round(1000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(text)?.[1]));
}

test('an event loop blocked for two seconds takes no upstream for silent, and reports itself to monitoring', async (context) => {
  const service = await HeldUpService.start(join(base, 'blocked'), upstream, {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(block)}`,
  });
  try {
    // Starts measuring from the first check on.
    await longestDelayMs(service.server.url);
    let delayMs = 0;
    const figures = await service.holdUp(blockedMs, async () => {
      service.server.signal('SIGUSR2');
      await waitFor(() => service.server.out.includes('unblocked'), { what: 'the event loop goes on', everyMs: 10 });
      delayMs = await longestDelayMs(service.server.url);
    });
    assert.ok(delayMs > blockedMs / 2, `the metrics report a delay of ${String(delayMs)} ms`);
    reportFigures(context, 'F6', { 'blocked for, ms': blockedMs, 'longest delay in the metrics, ms': delayMs, ...figures });
  } finally {
    await service.server.kill();
  }
});
