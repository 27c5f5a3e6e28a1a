import { isDecodable } from './content-decoder.ts';
import type { UpstreamFault } from './exchange.ts';

/** The fault that the head of a response reveals; `null` if there is none. */
export function faultOfHead(
  status: number,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): UpstreamFault | null {
  if (status >= 300 && status < 400) return { kind: 'protocol', cause: `redirect ${String(status)} not followed` };
  if (status >= 600) return { kind: 'protocol', cause: `status ${String(status)} does not exist` };
  const coding = codingOf(headers);
  if (coding !== null && !isDecodable(coding))
    return { kind: 'protocol', cause: 'the body is coded in a way that cannot be read' };
  return null;
}

/** The content encoding of a body, although the request accepts only `identity`; `null` if there is none. */
export function codingOf(headers: Readonly<Record<string, string | string[] | undefined>>): string | null {
  const { 'content-encoding': coding } = headers;
  if (coding === undefined || coding === '' || coding === 'identity') return null;
  return typeof coding === 'string' ? coding.trim() : coding.join(',');
}

/** The HTTP client reports an incomplete message as this parser error if the connection was to be closed anyway. */
const cutReason = 'Invalid EOF state';

/**
 * Classifies an error of the HTTP client. The text contains the error's kind and code, but no data of the exchange and no address: the
 * key's owner reads it, and only operators may know where an upstream is.
 * @param beforeSending whether nothing of the request was written yet.
 */
export function faultOfError(error: Error, beforeSending: boolean, headSeen: boolean): UpstreamFault {
  const cause = describe(error);
  if (beforeSending) return { kind: 'connect', cause };
  return { kind: isProtocolError(error, headSeen) ? 'protocol' : 'reset', cause };
}

function isProtocolError(error: Error, headSeen: boolean): boolean {
  if (error.name === 'HTTPParserError') return !error.message.includes(cutReason);
  const code = codeOf(error);
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return true;
  // After the head, the body was shorter than announced, so it was cut. Before it, the lengths contradict each other.
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH') return !headSeen;
  return code === 'UND_ERR_SOCKET' && (error.message === 'bad response' || error.message === 'bad upgrade');
}

/** Errors whose messages are constants of the HTTP client. All other messages contain hosts and addresses. */
const wordsWithoutAddress: ReadonlySet<string> = new Set(['HTTPParserError', 'SocketError']);

function describe(error: Error): string {
  const kind = [error.name, codeOf(error), memberOf(error, 'syscall')].filter((part) => part !== '').join(' ');
  return wordsWithoutAddress.has(error.name) ? `${kind}: ${error.message}`.slice(0, 200) : kind;
}

function codeOf(error: Error): string {
  return memberOf(error, 'code');
}

function memberOf(error: Error, name: 'code' | 'syscall'): string {
  const value = (error as Error & Readonly<Record<string, unknown>>)[name];
  return typeof value === 'string' ? value : '';
}
