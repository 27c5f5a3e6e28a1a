/**
 * The one list of everything the service can refuse or fail with. The status, type and retry advice of an error are
 * read from here and nowhere else; the documentation page is generated from it. A retired code is never reused.
 */
export interface ErrorEntry {
  readonly status: number;
  readonly type:
    | 'invalid_request_error'
    | 'not_allowed_error'
    | 'rate_limit_error'
    | 'insufficient_quota'
    | 'server_error'
    | 'service_unavailable_error';
  /** Default public text; a place that knows more (the field, the limit) passes its own. */
  readonly message: string;
  /** What to do about it, for the reference page. */
  readonly remedy: string;
  /** Default `retry-after` in seconds; present means that waiting helps. */
  readonly retryAfterSeconds?: number;
  /** `false` sends `x-should-retry: false`, because the official SDKs otherwise repeat every 429 twice. */
  readonly shouldRetry?: false;
}

const request = 'invalid_request_error';
/**
 * Of a 403. LiteLLM takes every `invalid_request_error` for a bad request, whatever its status, and aggregators switch a
 * channel off on `permission_error` and `forbidden`; this type says the same and is on nobody's list.
 */
const notAllowed = 'not_allowed_error';
const rate = 'rate_limit_error';
const unavailable = 'service_unavailable_error';

export const errorCatalogue = {
  invalid_parameter: {
    status: 400,
    type: request,
    message: 'A request parameter is not valid.',
    remedy: 'Correct the parameter that `param` names.',
  },
  missing_required_parameter: {
    status: 400,
    type: request,
    message: 'A required request parameter is missing.',
    remedy: 'Send the parameter that `param` names.',
  },
  invalid_json: {
    status: 400,
    type: request,
    message: 'The request body is not valid JSON.',
    remedy: 'Send one JSON object, encoded as UTF-8.',
  },
  invalid_form: {
    status: 400,
    type: request,
    message: 'The request body is not a valid form.',
    remedy: 'Let the HTTP library of the client write the form (`multipart/form-data`), with its boundary in the `Content-Type`.',
  },
  invalid_encoding: {
    status: 400,
    type: request,
    message: 'The request body is not valid UTF-8.',
    remedy: 'Encode the body as UTF-8; a client using GBK or UTF-16 must convert first.',
  },
  context_length_exceeded: {
    status: 400,
    type: request,
    message: "The request is longer than the model's context length.",
    remedy: 'Shorten the messages or choose a model with a longer context.',
  },
  content_policy_violation: {
    status: 400,
    type: request,
    message: 'The upstream provider refused the content of this request.',
    remedy: 'Change the content.',
  },
  invalid_duration: {
    status: 400,
    type: request,
    message: 'The model makes no music of that length.',
    remedy: 'Send `duration` in whole seconds within the range that the message names, or leave it out.',
  },
  unsupported_tag: {
    status: 400,
    type: request,
    message: 'The model does not know one of the tags.',
    remedy: 'Use tags of the list in the message.',
  },
  missing_prompt: {
    status: 400,
    type: request,
    message: 'The request does not say what the music shall be like.',
    remedy: 'Send `prompt`.',
  },
  lyrics_too_long: {
    status: 400,
    type: request,
    message: 'The lyrics are longer than the model can sing.',
    remedy: 'Shorten them; the message says how long they may be.',
  },
  malformed_request: {
    status: 400,
    type: request,
    message: 'The HTTP request is malformed.',
    remedy: 'Check the client or the proxy in front of it.',
  },
  invalid_api_key: {
    status: 401,
    type: request,
    message:
      'Incorrect API key provided. Send it as "Authorization: Bearer <API_KEY>", with its "sk-" prefix and without extra spaces or line breaks.',
    remedy: 'Check the key on the key page: it must be complete and available. Check the base address too.',
  },
  account_closed: {
    status: 403,
    type: notAllowed,
    message:
      'The account of this API key is being closed or is closed, and its keys are off. An owner can take the closing back for seven days, on the account page of the console.',
    remedy: 'Ask an owner of the account. While it is being closed they can take that back; then the key works as before.',
  },
  account_frozen: {
    status: 403,
    type: notAllowed,
    message:
      'The account of this API key is frozen by the operator of the service, and its keys are off. The reason and the contact are on every page of the console.',
    remedy:
      'Sign in to the console: it shows the reason and the contact. Once the operator lifts the freeze, the same key works.',
    shouldRetry: false,
  },
  wrong_base_address: {
    status: 401,
    type: request,
    message: "Incorrect API key provided: no key is right for this address, because the client's base address is wrong.",
    remedy:
      'Set the base address to the one the message names. It ends with /v1, or without it where the client adds that itself.',
  },
  invalid_admin_token: {
    status: 401,
    type: request,
    message:
      'Incorrect API key provided: this interface needs the administrator token: send it as "Authorization: Bearer <TOKEN>".',
    remedy: 'Use the value of TOLLGATE_ADMIN_TOKEN, or the token file in the data folder.',
  },
  not_signed_in: {
    status: 401,
    type: request,
    message: 'Nobody is signed in, or the sign-in has ended.',
    remedy: 'Sign in again.',
  },
  address_not_verified: {
    status: 403,
    type: notAllowed,
    message: 'The e-mail address is not verified yet.',
    remedy: 'Open the link of the mail that was sent to it, or ask for another one.',
  },
  not_permitted: {
    status: 403,
    type: notAllowed,
    message: 'The role of this sign-in does not allow this.',
    remedy: 'Ask an owner or administrator of the account.',
  },
  foreign_origin: {
    status: 403,
    type: notAllowed,
    message: 'The request does not come from a page of this console.',
    remedy: 'Use the console itself, or the interface with a key or token of its own.',
  },
  ip_not_allowed: {
    status: 403,
    type: notAllowed,
    message: "The source address is not in this key's IP allow-list.",
    remedy: 'Add the address to the allow-list of the key, or call from a listed address.',
  },
  model_not_allowed: {
    status: 403,
    type: notAllowed,
    message: 'This key may not call the requested model.',
    remedy: 'Add the model to the allow-list of the key and of its sub-account, or use another key.',
  },
  no_domestic_route: {
    status: 403,
    type: notAllowed,
    message: 'This key may use models within the country only, and the requested model is not served there.',
    remedy: 'Choose a model that GET /v1/models lists for this key, or use a key that is not restricted to the country.',
  },
  model_not_found: {
    status: 404,
    type: request,
    message: 'The requested model does not exist.',
    remedy: 'List the models with GET /v1/models.',
  },
  model_retired: {
    status: 404,
    type: request,
    message: 'The requested model was retired.',
    remedy: 'Use one of the comparable models that the message names, or list the models with GET /v1/models.',
  },
  unknown_url: {
    status: 404,
    type: request,
    message: 'There is no such operation here.',
    remedy: 'Call one of the operations that the message lists, or look them up at /docs.',
  },
  not_found: { status: 404, type: request, message: 'There is no such record.', remedy: 'Check the id.' },
  task_not_found: {
    status: 404,
    type: request,
    message: 'There is no such task of this key.',
    remedy: 'Check the id, and that the key is the one that began the task. Tasks are kept for 7 days.',
  },
  content_not_found: {
    status: 404,
    type: request,
    message: 'There is no such file: the address is wrong, or it has expired.',
    remedy: 'Ask for the song again: its addresses are fresh for a day, and it is kept for 7 days.',
  },
  method_not_allowed: {
    status: 405,
    type: request,
    message: 'This address does not answer that HTTP method.',
    remedy: 'Use a method of the `allow` header.',
  },
  request_timeout: {
    status: 408,
    type: request,
    message: 'The request was not received in time.',
    remedy: 'Send the request faster, or in smaller parts.',
  },
  conflict: {
    status: 409,
    type: request,
    message: 'The record is in a state that does not allow this.',
    remedy: 'Read the record again.',
  },
  body_too_large: {
    status: 413,
    type: request,
    message: 'The request body is too large.',
    remedy: 'Send less, for example smaller images.',
  },
  unsupported_media_type: {
    status: 415,
    type: request,
    message: 'The request body must be sent as application/json, encoded as UTF-8 and not compressed.',
    remedy: 'Set "Content-Type: application/json" and send no Content-Encoding.',
  },
  range_not_satisfiable: {
    status: 416,
    type: request,
    message: 'The file is shorter than that.',
    remedy: 'Ask for a range within the file; `content-range` says how long it is.',
  },
  expectation_failed: {
    status: 417,
    type: request,
    message: 'Only "Expect: 100-continue" is understood.',
    remedy: 'Leave the Expect header out.',
  },
  headers_too_large: {
    status: 431,
    type: request,
    message: 'The request headers are too large.',
    remedy: 'Send fewer or shorter headers.',
  },
  rate_limit_exceeded: {
    status: 429,
    type: rate,
    message: 'Too many requests: the request rate of this account is used up.',
    remedy: 'Wait as long as `retry-after` says, then repeat with exponential backoff (1 s, 2 s, 4 s).',
    retryAfterSeconds: 1,
  },
  concurrency_limit_exceeded: {
    status: 429,
    type: rate,
    message: 'Too many requests at the same time.',
    remedy: 'Wait for running requests to end.',
    retryAfterSeconds: 1,
  },
  too_many_failed_attempts: {
    status: 429,
    type: rate,
    message: 'Too many requests with an incorrect API key came from this address.',
    remedy: 'Correct the key, then wait a minute.',
    retryAfterSeconds: 60,
  },
  answer_too_long: {
    status: 503,
    type: unavailable,
    message: 'The answer was not finished within the time that a stream may take. The request was not charged.',
    remedy: 'Ask for less at once: a lower `max_tokens`, fewer answers (`n`), or a faster model.',
    shouldRetry: false,
  },
  too_many_broken_connections: {
    status: 429,
    type: rate,
    message: 'Too many answers were broken off by closing the connection before their end.',
    remedy:
      'Read answers to their end, or ask for shorter ones; if your network or a proxy breaks the connections, mend that. A key that took too much may send 10 requests a minute, one at a time; an account that did is refused until the time that the message names (`x-should-retry: false`). Ask the operator for an exemption if this is how you must work.',
    retryAfterSeconds: 6,
  },
  cap_reserved: {
    status: 429,
    type: rate,
    message: 'The rest of the spending limit is reserved for requests that are still running.',
    remedy: 'Repeat in a moment.',
    retryAfterSeconds: 1,
  },
  daily_cap_reached: {
    status: 429,
    type: rate,
    message: 'The daily spending cap of this key is reached.',
    remedy: 'Raise the cap of the key, or wait until the next day.',
    shouldRetry: false,
  },
  monthly_cap_reached: {
    status: 429,
    type: rate,
    message: 'The monthly spending cap of this key is reached.',
    remedy: 'Raise the cap of the key, or wait until the next month.',
    shouldRetry: false,
  },
  balance_exhausted: {
    status: 429,
    type: 'insufficient_quota',
    message: 'You exceeded your current quota: the balance of this account is used up.',
    remedy: 'Top up the account.',
    shouldRetry: false,
  },
  internal_error: {
    status: 500,
    type: 'server_error',
    message: 'An internal error occurred. The request was not charged.',
    remedy: 'Repeat; if it persists, tell support the request id.',
  },
  upstream_unavailable: {
    status: 503,
    type: unavailable,
    message: 'The model is temporarily unavailable at its provider. The request was not charged.',
    remedy: 'Repeat with exponential backoff; after 5 minutes switch to a comparable model.',
    retryAfterSeconds: 2,
  },
  maintenance: {
    status: 503,
    type: unavailable,
    message: 'The service is being maintained or restarted. The request was not charged.',
    remedy: 'Repeat after `retry-after` seconds; planned maintenance is announced with its end at `/announcements`.',
    retryAfterSeconds: 5,
  },
  too_many_large_requests: {
    status: 503,
    type: unavailable,
    message: 'More large requests and answers are being handled than there is memory for. The request was not charged.',
    remedy: 'Repeat after a few seconds; small requests that are sent in one go are not affected.',
    retryAfterSeconds: 2,
  },
  storage_unavailable: {
    status: 503,
    type: unavailable,
    message: 'The service cannot record requests at the moment and so accepts none. The request was not charged.',
    remedy: 'Repeat in a few seconds.',
    retryAfterSeconds: 2,
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

/** Which of the refusals that share a code it is, and what it says in values: `{limit: 100}`. */
export interface NamedRefusal {
  readonly reason: string;
  readonly params: Readonly<Record<string, string | number | readonly string[]>>;
}

export interface ApiErrorOptions {
  /** Public text in place of the catalogue's. Never holds a secret, an upstream address or an upstream's raw words. */
  readonly message?: string;
  /** The request field at fault, for example `messages[2].role`. */
  readonly param?: string | null;
  /** Of the control plane's, which `refusals/refusal.ts` makes. */
  readonly refusal?: NamedRefusal;
  readonly retryAfterSeconds?: number;
  /** `false`: repeating cannot help, whatever the catalogue says of the code. */
  readonly shouldRetry?: false;
  /** What really happened; goes to the log, never to the client. */
  readonly cause?: unknown;
}

/** A refusal or failure that a client sees. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly code: ErrorCode;
  readonly param: string | null;
  readonly refusal: NamedRefusal | undefined;
  readonly retryAfterSeconds: number | undefined;
  /** `false` is sent as `x-should-retry: false`. */
  readonly shouldRetry: boolean;

  constructor(code: ErrorCode, options: ApiErrorOptions = {}) {
    super(options.message ?? errorCatalogue[code].message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.param = options.param ?? null;
    this.refusal = options.refusal;
    const entry: ErrorEntry = errorCatalogue[code];
    this.shouldRetry = options.shouldRetry !== false && entry.shouldRetry !== false;
    this.retryAfterSeconds = this.shouldRetry ? (options.retryAfterSeconds ?? entry.retryAfterSeconds) : undefined;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }

  get type(): ErrorEntry['type'] {
    return errorCatalogue[this.code].type;
  }

  /** The wire shape all SDKs of this interface read. */
  toBody(): { error: { message: string; type: string; param: string | null; code: string } & Partial<NamedRefusal> } {
    return { error: { message: this.message, type: this.type, param: this.param, code: this.code, ...this.refusal } };
  }
}

export function isErrorCode(code: string | null): code is ErrorCode {
  return code !== null && Object.hasOwn(errorCatalogue, code);
}
