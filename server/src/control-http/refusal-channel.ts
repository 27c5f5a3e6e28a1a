import { channel } from 'node:diagnostics_channel';
import type { ApiError } from '@tollgate/contract/errors';
import type { FastifyRequest } from 'fastify';

/** Refusals of the control plane; publishing one costs nothing without subscribers. */
export interface RefusalEvent {
  readonly method: string;
  /** The registered path of the route; `null` if there is no route. */
  readonly route: string | null;
  readonly code: string;
  readonly reason: string | null;
  /** Refusals declared by the route; `null` if the contract does not describe the route. */
  readonly declared: readonly string[] | null;
}

export const refusalChannelName = 'tollgate:refusal';
const refusals = channel(refusalChannelName);

export function publishRefusal({ method, routeOptions }: FastifyRequest, { code, refusal }: ApiError): void {
  if (!refusals.hasSubscribers) return;
  // An unknown URL has no route, although the types say otherwise.
  const { url = null, config } = routeOptions as {
    readonly url?: string;
    readonly config?: { readonly refusals?: readonly string[] };
  };
  const told: RefusalEvent = { method, route: url, code, reason: refusal?.reason ?? null, declared: config?.refusals ?? null };
  refusals.publish(told);
}
