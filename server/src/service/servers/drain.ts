import type { Server } from 'node:http';
import type { ApiError } from '@tollgate/contract/errors';
import type { GatewayContext } from '../../gateway/gateway-context.ts';
import type { Clock } from '../../platform/clock.ts';

/** How often running calls are checked. */
const lookEveryMs = 20;
/** Interrupted calls get this long to send an error to their clients. */
const farewellMs = 2_000;

/** Returns whether it became true within the remaining time. */
function within(clock: Clock, isOver: () => boolean, isTrue: () => boolean): Promise<boolean> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (isTrue()) resolve(true);
      else if (isOver()) resolve(false);
      else clock.after(lookEveryMs, look);
    };
    look();
  });
}

/** How long a stop may take. While it runs, it can be requested again with less time. */
export class Stopping {
  readonly #clock: Clock;
  readonly #graceMs: number;
  #untilMs = Infinity;

  /** @param graceMs how long calls are still accepted, so that a load balancer can notice that readiness failed. */
  constructor(clock: Clock, graceMs: number) {
    this.#clock = clock;
    this.#graceMs = graceMs;
  }

  endWithin(limitMs: number): void {
    this.#untilMs = Math.min(this.#untilMs, this.#clock.monotonicMs() + limitMs);
  }

  isOver(): boolean {
    return this.#clock.monotonicMs() >= this.#untilMs;
  }

  async grace(): Promise<void> {
    const clock = this.#clock;
    const graceUntilMs = clock.monotonicMs() + this.#graceMs;
    await within(
      clock,
      () => this.isOver(),
      () => clock.monotonicMs() >= graceUntilMs,
    );
  }
}

interface DrainOptions {
  readonly servers: readonly Server[];
  readonly gateway: GatewayContext;
  readonly progress: Stopping;
  /** The error for calls that outlast the limit. */
  readonly error: ApiError;
}

/**
 * Lets running calls finish. Their connections stay open, and new calls are refused with 503. Calls that exceed the limit end with a
 * truthful error and are not charged.
 */
export async function drain({ servers, gateway, progress, error }: DrainOptions): Promise<void> {
  const { clock, state } = gateway;
  gateway.pauses.stop();
  const isIdle = (): boolean => state.running.size === 0;
  if (!(await within(clock, () => progress.isOver(), isIdle))) {
    for (const call of state.running.snapshot()) call.interrupt?.(error);
    const farewellUntilMs = clock.monotonicMs() + farewellMs;
    await within(clock, () => clock.monotonicMs() >= farewellUntilMs, isIdle);
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
