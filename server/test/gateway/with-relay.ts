import type { Dialect, Relay } from '../../src/dialects/dialect.ts';
import type { GatewayContext } from '../../src/gateway/gateway-context.ts';

const name = 'chat-completions';

/** Runs with a different chat implementation, such as one with a defect. */
export async function withRelay<Result>(
  { protocols }: GatewayContext,
  change: (right: Relay) => Partial<Relay>,
  run: () => Promise<Result>,
): Promise<Result> {
  const dialects = protocols.dialects as Map<string, Dialect>;
  const right = dialects.get(name);
  const relay = right?.serves.get(name);
  if (right === undefined || relay === undefined) throw new Error(`nothing serves ${name}`);
  dialects.set(name, { ...right, serves: new Map([[name, { ...relay, ...change(relay) }]]) });
  try {
    return await run();
  } finally {
    dialects.set(name, right);
  }
}
