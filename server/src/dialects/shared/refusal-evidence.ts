import { fieldsOf, type Fields } from './fields-of.ts';

const messageCharactersMax = 2000;
const codesMax = 16;
const codeCharactersMax = 100;
const innerCharactersMax = 64 * 1024;

/** The content of a refusal, with each part separate, so that code names are never searched as messages, nor messages as codes. */
export interface RefusalEvidence {
  /** The codes and numbers, in lower case with only letters and digits, most specific first. */
  readonly codes: readonly string[];
  /** Names of error types, in the same form. */
  readonly types: readonly string[];
  /** The status that the refusal itself names; 0 if none. */
  readonly status: number;
  readonly param: string | null;
  /** At most 2000 characters. */
  readonly message: string;
  /** Whether the refusal names what was flagged in the input. */
  readonly flagsInput: boolean;
}

/** Error numbers in responses with status 200, translated to the names that other vendors use. */
const verdicts: ReadonlyMap<unknown, string> = new Map([
  [1002, 'rate_limit_exceeded'],
  [1039, 'rate_limit_exceeded'],
  [1041, 'rate_limit_exceeded'],
  [1004, 'invalid_api_key'],
  [2049, 'invalid_api_key'],
  [1008, 'insufficient_balance'],
  [1026, 'content_filter'],
  [1027, 'content_filter'],
  [2013, 'invalid_parameter'],
]);

/** Makes `Invalid.Parameter_x` and `invalid-parameter x` the same name. */
function squashed(code: string): string {
  return code
    .slice(0, codeCharactersMax)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '');
}

function namesIn(values: readonly unknown[]): string[] {
  const names = values.flatMap((value) =>
    typeof value === 'string' ? [squashed(value)] : typeof value === 'number' ? [String(value)] : [],
  );
  return names.filter((name) => name !== '').slice(0, codesMax);
}

function firstOf(value: unknown): Fields {
  return fieldsOf(Array.isArray(value) ? value[0] : undefined);
}

/** An error status as a number or as digits. */
function statusIn(value: unknown): number {
  const number = typeof value === 'string' && /^\d{3}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number >= 400 && number < 600 ? number : 0;
}

/** Some relays wrap the refusal of their upstream as text. */
function innerOf(metadata: Fields): Fields {
  const { raw } = metadata;
  if (typeof raw !== 'string' || !raw.startsWith('{') || raw.length > innerCharactersMax) return {};
  try {
    return fieldsOf(JSON.parse(raw));
  } catch {
    return {};
  }
}

/** The places where upstreams put their message, in the order of how likely it is one. */
function findMessage(body: Fields, error: Fields, inner: Fields): string {
  const candidates: readonly unknown[] = [
    fieldsOf(inner.error).message,
    fieldsOf(error.error).message,
    error.message,
    body.message,
    body.msg,
    body.err,
    body.error_msg,
    body.error_message,
    fieldsOf(body.header).message,
    fieldsOf(fieldsOf(body.response).error).message,
    fieldsOf(body.errors).message,
    body.error,
    body.detail,
    fieldsOf(body.detail).message,
    firstOf(body.detail).msg,
    firstOf(fieldsOf(body.message).detail).msg,
    fieldsOf(body.base_resp).status_msg,
  ];
  const found = candidates.find((candidate) => typeof candidate === 'string' && candidate !== '');
  return typeof found === 'string' ? found.slice(0, messageCharactersMax) : '';
}

/** Position of the fault in the request, as a path; such paths arrive with status 422. */
function placeOf(body: Fields): string | null {
  const { loc } = 'detail' in body ? firstOf(body.detail) : firstOf(fieldsOf(body.message).detail);
  return Array.isArray(loc) ? loc.filter((step) => step !== 'body').join('.') : null;
}

function paramOf(named: unknown, place: string | null): string | null {
  const param = typeof named === 'string' && named !== '' ? named : (place ?? '');
  return /^[A-Za-z_][\w.[\]-]{0,99}$/.test(param) ? param : null;
}

function reasonsIn({ details }: Fields): readonly unknown[] {
  return Array.isArray(details) ? details.map((detail) => fieldsOf(detail).reason) : [];
}

/** @param document the parsed response. */
export function evidenceOf(document: unknown): RefusalEvidence {
  const body = fieldsOf(Array.isArray(document) ? document[0] : document);
  const error = fieldsOf(body.error);
  const metadata = fieldsOf(error.metadata);
  const inner = innerOf(metadata);
  const innerError = fieldsOf(inner.error);
  const detail = fieldsOf(body.detail);
  const verdict = fieldsOf(body.base_resp).status_code;
  const codes = namesIn([
    ...[
      innerError.code,
      error.reason,
      error.code,
      fieldsOf(error.error).code,
      ...reasonsIn(error),
      fieldsOf(error.innererror).code,
    ],
    ...[body.code, fieldsOf(body.innererror).code, body.error_code, detail.status, detail.code, body.__type],
    verdict ? (verdicts.get(verdict) ?? 'server_error') : undefined,
  ]);
  const { flagged_input: flagged, reasons } = metadata;
  const place = placeOf(body);
  const statuses = [error.code, fieldsOf(error.error).code, error.status, error.http_code, error.status_code, body.code];
  return {
    codes,
    types: namesIn([innerError.type, error.type, error.status, body.type, body.error_type]),
    status: statuses.map(statusIn).find((status) => status !== 0) ?? (place === null ? 0 : 422),
    param: paramOf(error.param ?? body.param, place),
    message: findMessage(body, error, inner),
    flagsInput: typeof flagged === 'string' || (Array.isArray(reasons) && reasons.length > 0),
  };
}
