import { setTimeout as pass } from 'node:timers/promises';
import { postBytes, RawClient } from '../gateway/raw-client.ts';
import { messages, model } from './loaded-process.ts';

/** Kept open, as by an SDK. */
const connections = 16;
const everyMs = 10;

export interface Ordinary {
  /** Measured from the time each call was due, so that waiting for a connection counts. */
  readonly latenciesMs: readonly number[];
  /** Calls that did not succeed, by response. */
  readonly refused: Readonly<Record<string, number>>;
}

/** Calls at an even rate, as on a busy service. */
export async function ordinaryTraffic(port: number, key: string, calls: number): Promise<Ordinary> {
  const free = await Promise.all(Array.from({ length: connections }, () => RawClient.open(port)));
  const all = [...free];
  const bytes = postBytes({ model, messages }, { key });
  const latenciesMs: number[] = [];
  const refused: Record<string, number> = {};
  const running = new Set<Promise<void>>();
  const one = async (client: RawClient, dueMs: number): Promise<void> => {
    client.forget();
    client.send(bytes);
    const { status, body } = await client.answer();
    latenciesMs.push(performance.now() - dueMs);
    if (status !== 200) {
      const said = `${String(status)} ${body}`;
      refused[said] = (refused[said] ?? 0) + 1;
    }
    free.push(client);
  };
  const startMs = performance.now();
  for (let call = 0; call < calls; call += 1) {
    const dueMs = startMs + call * everyMs;
    const waitMs = dueMs - performance.now();
    if (waitMs > 0) await pass(waitMs);
    while (free.length === 0) await Promise.race(running);
    const client = free.shift();
    if (client === undefined) continue;
    const done = one(client, dueMs).finally(() => running.delete(done));
    running.add(done);
  }
  await Promise.all(running);
  for (const client of all) client.socket.destroy();
  return { latenciesMs, refused };
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? 0;
}
