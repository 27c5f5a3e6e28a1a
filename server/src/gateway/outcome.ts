import type { NanoCny } from '@tollgate/contract/money';
import type { Usage } from '@tollgate/contract/usage';
import type { Ending } from '@tollgate/contract/enumerations';
import type { ReportedUsage, TextCount } from '../dialects/dialect.ts';
import type { AnsweredCall, ReceivedCall } from './call.ts';

/** What upstream work was done, whoever ends up with the bill. */
export interface UpstreamWork {
  readonly usage: ReportedUsage;
  readonly text: TextCount;
  /** The answer was over, and not cut at a bound. */
  readonly endedNaturally: boolean;
}

/** How a call ended: the one thing that meter, settle and log look at. Every call ends in exactly one. */
export interface Outcome {
  readonly call: ReceivedCall & Partial<AnsweredCall>;
  readonly ending: Ending;
  /** What was sent; 499 if the client left before anything was. */
  readonly status: number;
  readonly errorCode: string | null;
  /** The specific cause, for the log. */
  readonly error: string | null;
  /** `null` when no upstream answered. */
  readonly work: UpstreamWork | null;
}

/** A call with its consumption and its price; what happens to the money is decided next. */
export interface MeteredCall extends Outcome {
  readonly usage: Usage;
  readonly usageEstimated: boolean;
  /** What the account owes: 0 unless the call is complete. */
  readonly charge: NanoCny;
  /** What the work is worth although the rules forbid to charge it. */
  readonly uncollected: NanoCny;
  readonly upstreamCost: NanoCny;
}

/**
 * The upstream finished its protocol and the answer went out. This is the only place that declares a call complete, and
 * only with the delivery judge's word; everything but a complete call is free.
 */
export function answered(call: AnsweredCall, work: UpstreamWork, delivered: boolean): Outcome {
  if (!delivered) return clientLeft(call, work);
  return { call, ending: 'complete', status: call.client.status ?? 200, errorCode: null, error: null, work };
}

function causeOfLeaving({ client }: ReceivedCall): string {
  if (client.hasStoppedReading) return 'the client stopped reading its answer and was cut';
  return 'the client closed the connection before the answer was complete';
}

/** The client went away, or made that the answer could not be completed; whatever it read is not charged. */
export function clientLeft(call: ReceivedCall, work: UpstreamWork | null, cause = causeOfLeaving(call)): Outcome {
  const status = call.client.status ?? 499;
  return {
    call,
    ending: 'client_left',
    status,
    errorCode: 'client_left',
    error: cause,
    work,
  };
}

/** The answer broke off after the client had received a part of it, or we could not answer at all. */
export function failed(
  call: ReceivedCall,
  ending: 'upstream_broke' | 'timeout' | 'refused' | 'interrupted',
  error: { readonly status: number; readonly code: string; readonly cause: string },
  work: UpstreamWork | null,
): Outcome {
  return { call, ending, status: error.status, errorCode: error.code, error: error.cause, work };
}

/** A request answered from our own state. */
export function answeredLocally(call: ReceivedCall, delivered: boolean): Outcome {
  if (!delivered) return clientLeft(call, null);
  return { call, ending: 'complete', status: call.client.status ?? 200, errorCode: null, error: null, work: null };
}
