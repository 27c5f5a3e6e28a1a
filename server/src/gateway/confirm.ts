import type { ReceivedCall } from './call.ts';
import type { GatewayContext } from './gateway-context.ts';
import { clientLeft, failed, type Answered, type Outcome } from './outcome.ts';

type Parts = Pick<GatewayContext, 'clock' | 'coordination' | 'state'>;

/** How many answers may await delivery at once; beyond it, a sent answer counts as delivered. */
const waitingMax = 10_000;

/** Drops everything that metering, settlement and logging do not need, so that a waiting call keeps no bodies in memory. */
function letGo(call: Answered['call']): void {
  call.memory?.release();
  call.client.onLeft(null);
  const emptied: { body?: unknown; answer?: unknown } = call;
  emptied.body = undefined;
  emptied.answer = undefined;
}

/** Whether the answer arrived; `null` if the service stops first. */
function arrived(call: ReceivedCall, shown: Promise<boolean>): Promise<boolean | null> {
  return new Promise((resolve) => {
    const interrupt = (): void => {
      resolve(null);
    };
    call.interrupt = interrupt;
    void shown.then(resolve);
  });
}

/**
 * If much of a complete answer may still be in transit, waits until the connection shows whether it arrived. Meanwhile the call's slots are
 * free and its money stays reserved. Returns `null` if there is nothing to wait for.
 */
export function confirm(context: Parts, outcome: Outcome): Promise<Outcome> | null {
  if (outcome.kind !== 'answered' || outcome.ending !== 'complete') return null;
  const { shown } = outcome.call.client;
  if (shown === null || context.state.unconfirmed >= waitingMax) return null;
  return confirmed(context, outcome, shown);
}

async function confirmed(context: Parts, outcome: Answered, shown: Promise<boolean>): Promise<Outcome> {
  const { call, work } = outcome;
  call.answeredMs = context.clock.monotonicMs();
  letGo(call);
  context.state.unconfirmed += 1;
  try {
    const [isShown] = await Promise.all([arrived(call, shown), context.coordination.freeSlots(call.reservation)]);
    if (isShown === true) return outcome;
    if (isShown === false) return clientLeft(call, work, 'the client broke the connection before it can have read the answer');
    const cause = 'the gateway was stopped before the connection showed that the answer arrived';
    return failed(call, 'interrupted', { status: outcome.status, code: 'maintenance', cause }, work);
  } finally {
    context.state.unconfirmed -= 1;
  }
}
