import type { RefusalParams } from '@tollgate/contract/refusals/refusal-words';
import { loadRefusalWords } from './refusal-words.ts';

/** A refusal by the server, or a missing response (`status` 0). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly code: string;
  /** The invalid field. */
  readonly param: string | null;
  /** Name of the refusal among those with the same code; null if the code is sufficient. */
  readonly reason: string | null;
  /** Parameters of the message. */
  readonly params: RefusalParams;
  /** Id of the request, for support and the call log. */
  readonly requestId: string | null;

  constructor(
    message: string,
    facts: Pick<ApiError, 'status' | 'code' | 'param' | 'requestId'> & Partial<Pick<ApiError, 'reason' | 'params'>>,
  ) {
    super(message);
    this.status = facts.status;
    this.code = facts.code;
    this.param = facts.param;
    this.reason = facts.reason ?? null;
    this.params = facts.params ?? {};
    this.requestId = facts.requestId;
  }
}

interface Refusal {
  readonly error?:
    | {
        readonly message?: string;
        readonly code?: string;
        readonly param?: string | null;
        readonly reason?: string;
        readonly params?: RefusalParams;
      }
    | string;
  readonly message?: string;
  readonly code?: string;
}

async function read(answer: Response): Promise<Refusal> {
  try {
    return (await answer.clone().json()) as Refusal;
  } catch {
    return {};
  }
}

/** Parses an error. Sign-in returns `{message, code}`, all other routes `{error: {message, code, param, reason, params}}`. */
export async function errorOf(answer: Response): Promise<ApiError> {
  const refusal = await read(answer);
  const inner = typeof refusal.error === 'object' ? refusal.error : refusal;
  const { reason = null, params = {} } = 'reason' in inner ? inner : {};
  // Loads the texts before anything shows the error.
  if (reason !== null) await loadRefusalWords();
  return new ApiError(inner.message ?? `HTTP ${String(answer.status)}`, {
    status: answer.status,
    code: inner.code ?? 'unknown',
    param: 'param' in inner ? (inner.param ?? null) : null,
    requestId: answer.headers.get('x-request-id'),
    reason,
    params,
  });
}

export function noAnswer(): ApiError {
  return new ApiError('The gateway does not answer.', { status: 0, code: 'no_answer', param: null, requestId: null });
}
