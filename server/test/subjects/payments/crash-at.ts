/**
 * Loaded before the program (`--import`) in every thread. Kills the process at the place in TEST_CRASH_AT, a module and a text that occurs
 * there exactly once, before it runs, while the file TEST_CRASH_WHEN exists. The product contains none of it.
 */
import { existsSync } from 'node:fs';
import { registerHooks } from 'node:module';

const { TEST_CRASH_AT: place = '', TEST_CRASH_WHEN: file = '' } = process.env;
const [module = '', text = ''] = place.split(' | ');

Object.assign(globalThis, {
  crashAt() {
    if (existsSync(file)) process.kill(process.pid, 'SIGKILL');
  },
});

registerHooks({
  load(url, context, nextLoad) {
    const loaded = nextLoad(url, context);
    if (module === '' || !url.endsWith(`/server/src/${module}`) || loaded.source === undefined) return loaded;
    const source = typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString('utf8');
    if (source.split(text).length !== 2) throw new Error(`${module} does not have exactly once: ${text}`);
    return { ...loaded, source: source.replace(text, () => `globalThis.crashAt(); ${text}`) };
  },
});
