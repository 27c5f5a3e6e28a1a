import type { Server } from 'node:http';
import type { ApiError } from '@tollgate/contract/errors';
import type { GatewayContext } from '../gateway/gateway-context.ts';

interface DrainOptions {
  readonly servers: readonly Server[];
  readonly gateway: GatewayContext;
  readonly limitMs: number;
  /** What calls are told that outlast the limit. */
  readonly error: ApiError;
}

/** How often running calls are looked at. */
const lookEveryMs = 20;
/** Interrupted calls get this long to tell their clients. */
const graceMs = 2_000;

function idle({ clock, state }: GatewayContext, limitMs: number): Promise<boolean> {
  const untilMs = clock.monotonicMs() + limitMs;
  return new Promise((resolve) => {
    const look = (): void => {
      if (state.running.size === 0) resolve(true);
      else if (clock.monotonicMs() >= untilMs) resolve(false);
      else clock.after(lookEveryMs, look);
    };
    look();
  });
}

/**
 * Lets running calls finish. Connections stay open for them, new calls are refused with 503; what outlasts the limit is
 * ended with a truthful error and stays uncharged.
 */
export async function drain({ servers, gateway, limitMs, error }: DrainOptions): Promise<void> {
  if (!(await idle(gateway, limitMs))) {
    for (const call of gateway.state.running.snapshot()) call.interrupt?.(error);
    await idle(gateway, graceMs);
  }
  await Promise.all(servers.map(close));
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => {
      resolve();
    });
    server.closeAllConnections();
  });
}
