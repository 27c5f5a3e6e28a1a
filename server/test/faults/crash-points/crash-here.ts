/**
 * Loaded before the program (`--import`) in every thread. Adds a crash at the step in TEST_CRASH_STEP. It takes effect once the file
 * TEST_CRASH_WHEN exists, so that a test can first prepare the process. While the file TEST_COMMITS_FAIL_WHEN exists, the database accepts
 * no group.
 */
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { crashPoints } from './crash-points.ts';

interface Edit {
  readonly module: string;
  readonly text: string;
  readonly becomes: string;
}

const { TEST_CRASH_STEP: step, TEST_CRASH_WHEN: crashFile = '', TEST_COMMITS_FAIL_WHEN: failFile = '' } = process.env;

Object.assign(globalThis, {
  crashHere() {
    if (existsSync(crashFile)) process.kill(process.pid, 'SIGKILL');
  },
  failHere() {
    // The error of SQLite for a full disk.
    if (existsSync(failFile)) throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
  },
});

const edits: Edit[] = crashPoints
  .filter((point) => point.step === step)
  .map(({ module, text, crash }) => {
    const call = 'globalThis.crashHere();';
    return { module, text, becomes: crash === 'before' ? `${call} ${text}` : `${text} ${call}` };
  });
const begin = 'return writeGroup(open(), request[1], request[2]);';
edits.push({ module: 'storage/sqlite/writer-worker.ts', text: begin, becomes: `globalThis.failHere(); ${begin}` });

function edited(url: string, source: string): string {
  let text = source;
  for (const edit of edits) {
    if (!url.endsWith(`/server/src/${edit.module}`)) continue;
    if (text.split(edit.text).length !== 2) throw new Error(`${edit.module} does not have exactly once: ${edit.text}`);
    text = text.replace(edit.text, () => edit.becomes);
  }
  return text;
}

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (!url.includes('/server/src/') || loaded.source === undefined) return loaded;
    const source = typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString('utf8');
    return { ...loaded, source: edited(url, source) };
  },
});
