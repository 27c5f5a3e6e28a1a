import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { refusalChannelName } from '../../src/control-http/refusal-channel.ts';

/**
 * Keeps what the control plane of this process refuses, each kind once, in a file of its own below the folder that
 * `TOLLGATE_TEST_REFUSALS` names, for `tools/check-refusals.ts`; without that nothing.
 */
export function recordRefusals(): void {
  const folder = process.env.TOLLGATE_TEST_REFUSALS;
  if (folder === undefined || folder === '') return;
  const seen = new Set<string>();
  subscribe(refusalChannelName, (told) => {
    const line = JSON.stringify(told);
    if (seen.has(line)) return;
    seen.add(line);
    appendFileSync(join(folder, String(process.pid)), `${line}\n`);
  });
}
