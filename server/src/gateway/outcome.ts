import type { NanoCny } from '@tollgate/contract/money';
import type { Usage } from '@tollgate/contract/usage';
import type { Ending } from '@tollgate/contract/enumerations';
import type { PricedMore } from '../domain/books/call-record.ts';
import type { ReportedUsage, TextCount } from '../dialects/dialect.ts';
import type { AdmittedCall, AnsweredCall, AuthenticatedCall, PromptWork, ReceivedCall } from './call.ts';

/** The work that an upstream did, regardless of who pays for it. */
export interface UpstreamWork {
  readonly usage: ReportedUsage;
  readonly text: TextCount;
  /** The answer ended by itself and was not cut at a limit. */
  readonly endedNaturally: boolean;
  /** For an answer that consists of items, such as images: the number received. */
  readonly delivered?: number | undefined;
  /** Set for several prompts, each of which is priced separately; the other fields are then ignored. */
  readonly prompts?: readonly PromptWork[] | undefined;
}

interface End {
  readonly ending: Ending;
  /** The status sent; 499 if the client left before that. */
  readonly status: number;
  readonly errorCode: string | null;
  /** The specific cause, for the log. */
  readonly error: string | null;
}

/** Nothing was reserved, so there is nothing to price and nothing to post. `entry` is set if the key was genuine. */
export interface Unadmitted extends End {
  readonly kind: 'unadmitted';
  readonly call: ReceivedCall & Partial<Pick<AuthenticatedCall, 'entry'>>;
}

/** Admitted, but no upstream's answer arrived; some upstreams may have started work. */
export interface Admitted extends End {
  readonly kind: 'admitted';
  readonly call: AdmittedCall;
  readonly work: UpstreamWork | null;
}

/** An upstream's answer arrived, regardless of what happened later. */
export interface Answered extends End {
  readonly kind: 'answered';
  readonly call: AnsweredCall;
  readonly work: UpstreamWork;
}

/** A task continues after its call is answered. The process that ends the task meters, settles and logs it. */
export interface HandedOver {
  readonly kind: 'handed_over';
}

/** How a call ended: the only input of metering, settlement and logging. Every call has exactly one outcome. */
export type Outcome = Unadmitted | Admitted | Answered;

/** The usage of a call and its value. */
export interface Figures {
  readonly usage: Usage;
  readonly usageEstimated: boolean;
  readonly priced: PricedMore | null;
  /** What the account owes: 0 unless the call is complete. */
  readonly charge: NanoCny;
  /** The value of work that must not be charged. */
  readonly uncollected: NanoCny;
  readonly upstreamCost: NanoCny;
}

/** An outcome with its figures; settlement then decides what happens to the money. */
export interface MeteredCall extends Figures {
  readonly outcome: Outcome;
  /** Same as the outcome's, unless the usage is implausible or could not be computed. */
  readonly errorCode: string | null;
  readonly error: string | null;
}

function isAdmitted(call: ReceivedCall & Partial<AdmittedCall>): call is AdmittedCall {
  return call.reservation !== undefined;
}

function isAnswered(call: ReceivedCall & Partial<AnsweredCall>): call is AnsweredCall {
  return call.candidate !== undefined;
}

/** The stage that the call reached decides what there is to price and to post. */
function outcomeOf(call: ReceivedCall, { ending, status, errorCode, error }: End, work: UpstreamWork | null): Outcome {
  if (work !== null && isAnswered(call)) return { kind: 'answered', call, ending, status, errorCode, error, work };
  if (isAdmitted(call)) return { kind: 'admitted', call, ending, status, errorCode, error, work };
  return { kind: 'unadmitted', call, ending, status, errorCode, error };
}

/**
 * The upstream finished its protocol and the answer was sent. This is the only place that declares a call complete, and only if it was
 * delivered. Every other call is free.
 */
export function answered(call: AnsweredCall, work: UpstreamWork, delivered: boolean): Outcome {
  if (!delivered) return clientLeft(call, work);
  const status = call.client.status ?? 200;
  return { kind: 'answered', call, ending: 'complete', status, errorCode: null, error: null, work };
}

function causeOfLeaving({ client }: ReceivedCall): string {
  if (client.hasStoppedReading) return 'the client stopped reading its answer and was cut';
  return 'the client closed the connection before the answer was complete';
}

/** The client left, or prevented the answer from being completed. What it received is not charged. */
export function clientLeft(call: ReceivedCall, work: UpstreamWork | null, cause = causeOfLeaving(call)): Outcome {
  const status = call.client.status ?? 499;
  return outcomeOf(call, { ending: 'client_left', status, errorCode: 'client_left', error: cause }, work);
}

/** The answer broke off after the client had received a part of it, or no answer was possible. */
export function failed(
  call: ReceivedCall,
  ending: 'upstream_broke' | 'timeout' | 'refused' | 'interrupted',
  error: { readonly status: number; readonly code: string; readonly cause: string },
  work: UpstreamWork | null,
): Outcome {
  return outcomeOf(call, { ending, status: error.status, errorCode: error.code, error: error.cause }, work);
}

/** A request answered from our own state. */
export function answeredLocally(call: AuthenticatedCall, delivered: boolean): Outcome {
  if (!delivered) return clientLeft(call, null);
  const status = call.client.status ?? 200;
  return { kind: 'unadmitted', call, ending: 'complete', status, errorCode: null, error: null };
}
