import type { ApiError } from '@tollgate/contract/errors';
import type { AttemptFault } from '../call.ts';
import type { UpstreamWork } from '../outcome.ts';

/** Ends a call before anything is relayed, with the error for the client and the ending for the log. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure';
  readonly error: ApiError;
  readonly ending: 'upstream_broke' | 'timeout' | 'refused' | 'interrupted';
  readonly work: UpstreamWork | null;

  constructor(error: ApiError, ending: CallFailure['ending'], work: UpstreamWork | null = null) {
    super(error.message, { cause: error.cause });
    this.error = error;
    this.ending = ending;
    this.work = work;
  }
}

/** The client left while its call was being processed. */
export class ClientLeft extends Error {
  override readonly name = 'ClientLeft';
  readonly work: UpstreamWork | null;

  constructor(work: UpstreamWork | null = null) {
    super('the client closed the connection');
    this.work = work;
  }
}

/** The ending of an upstream failure in the log: a time-out, or anything else. */
export function endingOf(fault: AttemptFault): 'timeout' | 'upstream_broke' {
  return 'fault' in fault.failure && fault.failure.fault.endsWith('_timeout') ? 'timeout' : 'upstream_broke';
}
