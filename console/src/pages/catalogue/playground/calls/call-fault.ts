import { ApiError } from '../../../../api/http/api-error.ts';

/** Why a call returned nothing, or not everything. */
export interface CallFault {
  /** 0: there was no response at all. */
  readonly status: number;
  readonly code: string;
  /** Message of the gateway. */
  readonly message: string;
  readonly param: string | null;
  readonly requestId: string | null;
  readonly retryAfterSeconds: number | null;
}

interface Refusal {
  readonly error?: { readonly message?: unknown; readonly code?: unknown; readonly param?: unknown } | null;
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Reads the error from the body of a refusal, or from the error event of a stream. */
export function faultFrom(body: unknown, answer: Response): CallFault {
  const { error } = (typeof body === 'object' && body !== null ? body : {}) as Refusal;
  const wait = Number(answer.headers.get('retry-after') ?? Number.NaN);
  return {
    status: answer.status,
    code: text(error?.code) ?? 'unknown',
    message: text(error?.message) ?? `HTTP ${String(answer.status)}`,
    param: text(error?.param),
    requestId: answer.headers.get('x-request-id'),
    retryAfterSeconds: Number.isFinite(wait) ? wait : null,
  };
}

/** The connection ended before the response was complete. */
export function brokenOff(requestId: string | null): CallFault {
  return { status: 0, code: 'broken_off', message: '', param: null, requestId, retryAfterSeconds: null };
}

/** The error for an exception thrown before a response. */
export function faultOf(thrown: unknown): CallFault {
  if (!(thrown instanceof ApiError)) return { ...brokenOff(null), code: 'no_answer' };
  const { status, code, message, param, requestId } = thrown;
  return { status, code, message, param, requestId, retryAfterSeconds: null };
}

export function isAbort(thrown: unknown): boolean {
  return thrown instanceof DOMException && thrown.name === 'AbortError';
}
