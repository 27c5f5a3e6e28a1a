import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const builder = fileURLToPath(new URL('../../../../console/build.ts', import.meta.url));

/**
 * Builds the console if its sources have changed, in a separate process and at low priority: the process that serves calls neither waits
 * for the build nor loads any of it. Without sources, the installed console is used.
 * @param env of the process.
 * @param say receives a sentence when a build starts, is done, or fails.
 */
export function buildConsoleIfStale(env: Readonly<Record<string, string | undefined>>, say: (sentence: string) => void): void {
  if (!existsSync(builder)) return;
  const child = spawn(process.execPath, [builder, '--if-stale'], {
    stdio: ['pipe', 'pipe', 'ignore'],
    // The options of the service's runtime are not meant for the builder.
    env: { ...env, NODE_OPTIONS: '' },
  });
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    for (const line of text.trim().split('\n')) say(line);
  });
  child.on('error', () => undefined);
  child.on('close', (code) => {
    if (code !== 0 && code !== null) say('Could not build the console. Run `npm run console:build` to see why.');
  });
  // Nothing waits for it to end. If this process ends first, the child sees the end of its input and ends as well.
  child.unref();
  for (const stream of [child.stdin, child.stdout]) (stream as typeof stream & { unref?: () => void }).unref?.();
}
