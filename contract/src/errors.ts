/**
 * The list of all errors that the service returns. It is the only source of their status, type and retry advice, and of the generated
 * documentation page. Codes of removed errors are never reused.
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
  /** Default public text; callers that know details, such as the field or limit, pass a more specific one. */
  readonly message: string;
  /** How to fix it, for the reference page. */
  readonly remedy: string;
  /** Default `retry-after` in seconds. If set, waiting helps. */
  readonly retryAfterSeconds?: number;
  /** `false` sends `x-should-retry: false`. Without it, the official SDKs retry every 429 twice. */
  readonly shouldRetry?: false;
}

const request = 'invalid_request_error';
/**
 * Type of 403 errors. LiteLLM treats every `invalid_request_error` as a bad request, whatever its status. Aggregators disable a channel on
 * `permission_error` and `forbidden`. This type is on none of their lists.
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
    remedy: 'Let your HTTP library write the `multipart/form-data` body and set its boundary in `Content-Type`.',
  },
  invalid_encoding: {
    status: 400,
    type: request,
    message: 'The request body is not valid UTF-8.',
    remedy: 'Encode the body as UTF-8. Convert GBK or UTF-16 text first.',
  },
  context_length_exceeded: {
    status: 400,
    type: request,
    message: "The request is longer than the model's context length.",
    remedy: 'Shorten the messages or choose a model with a longer context.',
  },
  unsupported_operation: {
    status: 400,
    type: request,
    message: 'None of the providers of this model offers this operation. Choose another model.',
    remedy: 'Choose another model, or call this one at another address of the API.',
  },
  content_policy_violation: {
    status: 400,
    type: request,
    message: 'The upstream provider refused the content of this request.',
    remedy: 'Change the content of the request.',
  },
  invalid_duration: {
    status: 400,
    type: request,
    message: 'The model does not support this duration.',
    remedy: 'Send `duration` in whole seconds within the range in the message, or omit it.',
  },
  unsupported_tag: {
    status: 400,
    type: request,
    message: 'The model does not support one of the tags.',
    remedy: 'Use only tags from the list in the message.',
  },
  missing_prompt: {
    status: 400,
    type: request,
    message: '`prompt` is required: describe the music you want.',
    remedy: 'Send `prompt` with a description of the music.',
  },
  lyrics_too_long: {
    status: 400,
    type: request,
    message: 'The lyrics are too long for the model.',
    remedy: 'Shorten the lyrics to the length in the message.',
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
    remedy: 'Check on the keys page that the key is complete and enabled. Check the base URL too.',
  },
  account_closed: {
    status: 403,
    type: notAllowed,
    message:
      'The account of this API key is closed or being closed, and its keys are disabled. An owner can cancel the closure for seven days on the account page of the console.',
    remedy: 'Ask an owner of the account to cancel the closure. The key then works as before.',
  },
  account_frozen: {
    status: 403,
    type: notAllowed,
    message:
      'The operator of the service has frozen the account of this API key, and its keys are disabled. See the console for the reason and the contact.',
    remedy: 'Sign in to the console to see the reason and the contact. The key works again once the operator lifts the freeze.',
    shouldRetry: false,
  },
  wrong_base_address: {
    status: 401,
    type: request,
    message: "Incorrect API key provided: the client's base URL is wrong, so no key works at this address.",
    remedy: 'Set the base URL to the one in the message. It ends with /v1; omit /v1 if the client adds it.',
  },
  invalid_admin_token: {
    status: 401,
    type: request,
    message:
      'Incorrect API key provided: the admin API needs the administrator token. Send it as "Authorization: Bearer <TOKEN>".',
    remedy: 'Use the value of TOLLGATE_ADMIN_TOKEN, or the token file in the data folder.',
  },
  not_signed_in: {
    status: 401,
    type: request,
    message: 'You are not signed in, or your session has expired.',
    remedy: 'Sign in again.',
  },
  address_not_verified: {
    status: 403,
    type: notAllowed,
    message: 'Your e-mail address is not verified yet.',
    remedy: 'Open the link in the verification mail, or request a new mail.',
  },
  not_permitted: {
    status: 403,
    type: notAllowed,
    message: 'Your role does not allow this.',
    remedy: 'Ask an owner or administrator of the account.',
  },
  foreign_origin: {
    status: 403,
    type: notAllowed,
    message: 'The request does not come from a page of this console.',
    remedy: 'Use the console, or call the API with a key or token.',
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
    message: 'This key is not allowed to call the requested model.',
    remedy: 'Add the model to the allow-list of the key and of its sub-account, or use another key.',
  },
  no_domestic_route: {
    status: 403,
    type: notAllowed,
    message: 'This key can use only domestic routes, and the requested model has none for this operation.',
    remedy: 'Choose a model that GET /v1/models lists for this key, or use a key without this restriction.',
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
    message: 'The requested model is retired.',
    remedy: 'Use a comparable model from the message, or list the models with GET /v1/models.',
  },
  unknown_url: {
    status: 404,
    type: request,
    message: 'This operation does not exist.',
    remedy: 'Call one of the operations in the message, or see /docs/api.',
  },
  not_found: { status: 404, type: request, message: 'The record does not exist.', remedy: 'Check the id.' },
  task_not_found: {
    status: 404,
    type: request,
    message: 'This key has no task with this id.',
    remedy: 'Check the id, and use the key that created the task. Tasks are kept for 7 days.',
  },
  content_not_found: {
    status: 404,
    type: request,
    message: 'The file does not exist: its address is wrong or has expired.',
    remedy: 'Request the song again for new addresses. Addresses work for a day, and songs are kept for 7 days.',
  },
  method_not_allowed: {
    status: 405,
    type: request,
    message: 'This address does not support the HTTP method.',
    remedy: 'Use a method from the `allow` header.',
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
    message: 'The current state of the record does not allow this.',
    remedy: 'Reload the record and try again.',
  },
  body_too_large: {
    status: 413,
    type: request,
    message: 'The request body is too large.',
    remedy: 'Send a smaller body, for example with smaller images.',
  },
  unsupported_media_type: {
    status: 415,
    type: request,
    message: 'The request body must be uncompressed application/json, encoded as UTF-8.',
    remedy: 'Set "Content-Type: application/json" and send no Content-Encoding.',
  },
  range_not_satisfiable: {
    status: 416,
    type: request,
    message: 'The requested range is outside the file.',
    remedy: 'Request a range within the length in `content-range`.',
  },
  expectation_failed: {
    status: 417,
    type: request,
    message: 'Only "Expect: 100-continue" is supported.',
    remedy: 'Omit the Expect header.',
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
    message: 'Too many requests: the account has reached its request rate limit.',
    remedy: 'Wait for the time in `retry-after`, then retry with exponential backoff (1 s, 2 s, 4 s).',
    retryAfterSeconds: 1,
  },
  concurrency_limit_exceeded: {
    status: 429,
    type: rate,
    message: 'Too many requests at the same time.',
    remedy: 'Wait until running requests complete.',
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
    message: 'The response did not complete within its time limit. The request was not charged.',
    remedy: 'Request less at once: a lower `max_tokens`, fewer choices (`n`), or a faster model.',
    shouldRetry: false,
  },
  too_many_broken_connections: {
    status: 429,
    type: rate,
    message: 'Too many responses were abandoned: the client closed the connection early.',
    remedy:
      'Read responses to their end, request shorter ones, or fix the network or proxy that closes the connections. Above the limit, a key may send 10 requests a minute, one at a time. An account above the limit is refused until the time in the message (`x-should-retry: false`). Ask the operator for an exemption if you need to close connections early.',
    retryAfterSeconds: 6,
  },
  cap_reserved: {
    status: 429,
    type: rate,
    message: 'The rest of the spending cap is reserved for requests that are still running.',
    remedy: 'Retry in a moment.',
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
    remedy: 'Retry. If the error persists, contact the operator of this service with the request id.',
  },
  upstream_unavailable: {
    status: 503,
    type: unavailable,
    message: 'The model is temporarily unavailable at its provider. The request was not charged.',
    remedy: 'Retry with exponential backoff. After 5 minutes, switch to a comparable model.',
    retryAfterSeconds: 2,
  },
  maintenance: {
    status: 503,
    type: unavailable,
    message: 'The service is under maintenance or restarting. The request was not charged.',
    remedy: 'Retry after `retry-after` seconds. See `/announcements` for the end of a planned maintenance.',
    retryAfterSeconds: 5,
  },
  too_many_large_requests: {
    status: 503,
    type: unavailable,
    message: 'The service has no memory left for another large request or response. The request was not charged.',
    remedy: 'Retry after a few seconds. Small requests sent at once are not affected.',
    retryAfterSeconds: 2,
  },
  storage_unavailable: {
    status: 503,
    type: unavailable,
    message: 'The service cannot record requests at the moment, so it accepts none. The request was not charged.',
    remedy: 'Retry in a few seconds.',
    retryAfterSeconds: 2,
  },
} as const satisfies Record<string, ErrorEntry>;

export type ErrorCode = keyof typeof errorCatalogue;

/** Name that distinguishes refusals with the same code, and their parameters, such as `{limit: 100}`. */
export interface NamedRefusal {
  readonly reason: string;
  readonly params: Readonly<Record<string, string | number | readonly string[]>>;
}

export interface ApiErrorOptions {
  /** Public text that replaces the catalogue text. Must not contain a secret, an upstream address or a raw upstream message. */
  readonly message?: string;
  /** The invalid request field, such as `messages[2].role`. */
  readonly param?: string | null;
  /** For control-plane errors created by `refusals/refusal.ts`. */
  readonly refusal?: NamedRefusal;
  readonly retryAfterSeconds?: number;
  /** `false`: a retry cannot help, whatever the catalogue entry of the code says. */
  readonly shouldRetry?: false;
  /** The internal cause; logged, never sent to the client. */
  readonly cause?: unknown;
}

/** An error that is shown to a client. */
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

  /** The error format that all SDKs of this API read. */
  toBody(): { error: { message: string; type: string; param: string | null; code: string } & Partial<NamedRefusal> } {
    return { error: { message: this.message, type: this.type, param: this.param, code: this.code, ...this.refusal } };
  }
}

export function isErrorCode(code: string | null): code is ErrorCode {
  return code !== null && Object.hasOwn(errorCatalogue, code);
}
