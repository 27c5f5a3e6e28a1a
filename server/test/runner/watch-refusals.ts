import { subscribe } from 'node:diagnostics_channel';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { refusalsOfEveryRoute } from '@tollgate/contract/refusals/every-route';
import { refusalChannelName, type RefusalEvent } from '../../src/control-http/refusal-channel.ts';

const everywhere: readonly string[] = refusalsOfEveryRoute;

/** Fails a test if a route refuses with a reason that it does not declare in the contract. */
function requireDeclared({ method, route, reason, declared }: RefusalEvent): void {
  if (reason === null || declared === null || declared.includes(reason) || everywhere.includes(reason)) return;
  throw new Error(`${method} ${String(route)} refuses with "${reason}", which its description in contract/src does not list`);
}

/**
 * Records the refusals of the control plane in this process, for `tools/check-refusals.ts`. Stores each kind once, in a separate file below
 * the folder in `TOLLGATE_TEST_REFUSALS`; without this variable, it stores nothing.
 */
export function watchRefusals(): void {
  const folder = process.env.TOLLGATE_TEST_REFUSALS ?? '';
  const seen = new Set<string>();
  subscribe(refusalChannelName, (message) => {
    const told = message as RefusalEvent;
    const line = JSON.stringify(told);
    if (seen.has(line)) return;
    seen.add(line);
    if (folder !== '') appendFileSync(join(folder, String(process.pid)), `${line}\n`);
    requireDeclared(told);
  });
}
