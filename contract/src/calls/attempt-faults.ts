import type { Locale } from '../enumerations.ts';

/** Results of an attempt at an upstream, as text for people. If details help, the original text follows. */
const words = {
  connect: { zh: '无法连接上游', en: 'Could not connect to the upstream' },
  tls: { zh: '与上游的 TLS 连接失败', en: 'The TLS connection to the upstream failed' },
  not_sent: { zh: '请求未能发给上游', en: 'The request could not be sent to the upstream' },
  reset: { zh: '上游断开了连接', en: 'The upstream closed the connection' },
  first_byte_timeout: { zh: '上游没有按时开始回答', en: 'The upstream did not start to respond in time' },
  idle_timeout: { zh: '上游的回答中途停止', en: 'The response of the upstream stalled' },
  total_timeout: { zh: '上游没有按时完成回答', en: 'The upstream did not finish in time' },
  invalid_response: { zh: '上游的回答不符合协议', en: 'The upstream sent an invalid response' },
  credentials: { zh: '上游拒绝了密钥或其账号', en: 'The upstream rejected the key or its account' },
  throttled: { zh: '上游限流', en: 'The upstream limited the rate' },
  refused: { zh: '上游拒绝了请求', en: 'The upstream refused the request' },
  server_error: { zh: '上游出错', en: 'The upstream failed' },
  keys_full: { zh: '该线路的密钥都已达到限额', en: 'Every key of the route is at its limits' },
  not_processed: { zh: '网关未能处理上游的回答', en: 'The gateway could not process the response' },
  invalid_request: { zh: '请求本身有误', en: 'The request itself was invalid' },
  client_left: { zh: '客户端已断开', en: 'The client disconnected' },
  stopped: { zh: '网关中止了调用', en: 'The gateway ended the call' },
} as const satisfies Readonly<Record<string, Readonly<Record<Locale, string>>>>;

export type AttemptFaultCode = keyof typeof words;
export const attemptFaultCodes = Object.keys(words) as [AttemptFaultCode, ...AttemptFaultCode[]];

export function isAttemptFault(code: string): code is AttemptFaultCode {
  return Object.hasOwn(words, code);
}

const statusForm = /^the upstream (?:answered|refused the request) with status (\d{3})$/;

/** Patterns of the text before the provider's own. Names and codes of errors come from the HTTP client and the operating system. */
const forms: readonly (readonly [RegExp, AttemptFaultCode])[] = [
  [/^the client left$/, 'client_left'],
  [/^ended by the gateway$/, 'stopped'],
  [/^refused as the client's own fault/, 'invalid_request'],
  [/^every key of its routes is at its limits$/, 'keys_full'],
  [/^no byte of an answer in time$/, 'first_byte_timeout'],
  [/^(?:the answer|a file) stalled$/, 'idle_timeout'],
  [/^(?:the answer|a file) took too long as a whole$|^the work was not done in time$/, 'total_timeout'],
  [/^the base address is not an http\(s\) address$|^the request could not be signed$/, 'not_sent'],
  [/^the answer could not be processed here$|^there was no memory for /, 'not_processed'],
  [
    /^no connection in time$|^LinkLocalAddress|\b(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)\b/,
    'connect',
  ],
  [/\b(?:ERR_TLS_\w+|ERR_SSL_\w+|CERT_\w+|\w+_CERT\w*|UNABLE_TO_\w+|EPROTO)\b/, 'tls'],
  [
    /^the sandbox broke the connection as asked$|\b(?:SocketError|UND_ERR_SOCKET|ECONNRESET|EPIPE|UND_ERR_RES_CONTENT_LENGTH_MISMATCH|UND_ERR_CLOSED|UND_ERR_DESTROYED)\b/,
    'reset',
  ],
];

function codeOfStatus(status: string): AttemptFaultCode {
  if (status === '401' || status === '402' || status === '403') return 'credentials';
  if (status === '429') return 'throttled';
  return status.startsWith('4') ? 'refused' : 'server_error';
}

/** The code for a text of the call log; `null` for any other text. */
export function knownAttemptFault(text: string): AttemptFaultCode | null {
  const head = text.split(': ', 1)[0] ?? '';
  const status = statusForm.exec(head)?.[1];
  return status === undefined ? (forms.find(([form]) => form.test(head))?.[1] ?? null) : codeOfStatus(status);
}

/** The code for the result of an attempt. Anything unknown counts as a response that violates its protocol. */
export function attemptFault(text: string): AttemptFaultCode {
  return knownAttemptFault(text) ?? 'invalid_response';
}

export function attemptFaultWords(code: AttemptFaultCode, language: Locale): string {
  return words[code][language];
}

const saidWhole: ReadonlySet<AttemptFaultCode> = new Set([
  ...(['client_left', 'stopped', 'keys_full', 'first_byte_timeout', 'idle_timeout', 'total_timeout'] as const),
]);

/** Whether the original text contains more than the text of the code. */
export function hasDetails(code: AttemptFaultCode): boolean {
  return !saidWhole.has(code);
}
