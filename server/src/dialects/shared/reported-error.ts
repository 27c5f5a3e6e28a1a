import type { UpstreamRefusal } from '../upstream-refusal.ts';
import { readInnerRefusal } from './read-refusal.ts';

type Frame = Readonly<Record<string, unknown>>;

const messageNames = ['message', 'msg', 'detail', 'err', 'error_msg', 'error_message', 'errors'] as const;
const plainCode = /^(?:\d{1,10}|[A-Za-z][A-Za-z_.-]{0,39})$/;

/** An error that an upstream reports with status 200. */
export interface ReportedError {
  /** For the log, without the upstream's message. */
  readonly fault: string;
  readonly refusal: UpstreamRefusal;
}

/** A code is shown only if it is a number or a plain word: never an upstream's sentence, and nothing random such as a key. */
function withCode(what: string, code: unknown): string {
  const shown = typeof code === 'number' ? String(code) : code;
  return typeof shown === 'string' && plainCode.test(shown) ? `${what} (${shown})` : what;
}

function codeOf(error: unknown): unknown {
  if (typeof error !== 'object' || error === null) return undefined;
  const { code, type } = error as Frame;
  return code ?? type;
}

function describe(frame: Frame, answerMember: string): string | null {
  if (frame.error) return withCode('the upstream reported an error inside its answer', codeOf(frame.error));
  const status = typeof frame.base_resp === 'object' && frame.base_resp !== null ? (frame.base_resp as Frame).status_code : 0;
  if (status) return withCode('the upstream reported an error status inside its answer', status);
  if (Array.isArray(frame[answerMember]) || frame.code === 0) return null;
  if (messageNames.every((name) => frame[name] === undefined || frame[name] === null)) return null;
  return withCode('the upstream sent an error in place of an answer', frame.code);
}

/**
 * Finds an error that an upstream reports with status 200, in any of the known forms.
 * @param answerMember the list that answers of the protocol contain.
 */
export function findReportedError(frame: Frame, answerMember: 'choices' | 'data' | 'results'): ReportedError | null {
  const fault = describe(frame, answerMember);
  return fault === null ? null : { fault, refusal: readInnerRefusal(frame) };
}
