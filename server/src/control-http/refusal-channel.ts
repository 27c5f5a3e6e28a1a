import { channel } from 'node:diagnostics_channel';
import type { ApiError } from '@tollgate/contract/errors';
import type { FastifyRequest } from 'fastify';

/** What the control plane refused; it costs nothing where nobody subscribes. */
export interface ToldRefusal {
  readonly method: string;
  /** As the route is registered; `null`: there is none. */
  readonly route: string | null;
  readonly code: string;
  readonly reason: string | null;
}

export const refusalChannelName = 'tollgate:refusal';
const refusals = channel(refusalChannelName);

export function tellOfRefusal({ method, routeOptions }: FastifyRequest, { code, refusal }: ApiError): void {
  if (!refusals.hasSubscribers) return;
  const told: ToldRefusal = { method, route: routeOptions.url ?? null, code, reason: refusal?.reason ?? null };
  refusals.publish(told);
}
