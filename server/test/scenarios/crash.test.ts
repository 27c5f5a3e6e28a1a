/** Goal: after an unforeseen error, the process ends, but first records what was delivered. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { chatStream } from '../scripted-upstream/behaviours.ts';
import { Gate } from '../scripted-upstream/gate.ts';
import { startScriptedUpstream, type ScriptedUpstream } from '../scripted-upstream/scripted-upstream.ts';
import { charge, messages, model, prepareForLoad, rowsAfter } from '../faults/loaded-process.ts';
import { streamText } from '../stream-text.ts';
import { ServerProcess } from './server-process.ts';

let base: string;
let upstream: ScriptedUpstream;
let server: ServerProcess | null = null;
before(async () => {
  base = await mkdtemp(join(tmpdir(), 'tollgate-crash-'));
  upstream = await startScriptedUpstream();
});
after(async () => {
  await server?.kill();
  await upstream.close();
  await rm(base, { recursive: true, force: true });
});

describe('a fault that nobody foresaw', () => {
  test('ends the process with exit code 1, after running calls got an error and what was delivered was written down', async () => {
    const folder = join(base, 'defect');
    const defect = "process.on('SIGUSR2',()=>setImmediate(()=>{throw new Error('a defect')}))";
    server = await ServerProcess.start(folder, {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(defect)}`,
    });
    const account = await prepareForLoad(server, upstream);
    const [key = ''] = account.keys;
    const gate = new Gate();
    upstream.next(chatStream(['Hello ', gate, 'there']));
    const open = await server.post(key, { model, messages, stream: true });
    await gate.reached;
    const delivered = await server.post(key, { model, messages });
    await delivered.text();
    server.signal('SIGUSR2');
    assert.match(await streamText(open), /"code":"maintenance"/);
    const { code, err } = await server.ended();
    assert.equal(code, 1);
    assert.match(err, /^tollgate: stopped by an unexpected error: Error: a defect/m);
    gate.open();

    server = await ServerProcess.start(folder);
    assert.ok(!server.out.includes('Recovered'), 'nothing was left open');
    const rows = new Map((await rowsAfter(server, account.id)).map((row) => [row.id, row]));
    const kept = rows.get(delivered.headers.get('x-request-id') ?? '');
    assert.deepEqual([kept?.ending, kept?.charge_exact], ['complete', charge]);
    const told = rows.get(open.headers.get('x-request-id') ?? '');
    assert.deepEqual([told?.ending, Number(told?.charge_exact)], ['interrupted', 0]);
    await server.stop();
  });
});
