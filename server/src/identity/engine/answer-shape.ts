import type { SignInAnswer } from '../identity.ts';

/** The product's error types. */
const types: Readonly<Record<number, string>> = { 403: 'not_allowed_error', 429: 'rate_limit_error' };
const plainCodes: Readonly<Record<number, string>> = {
  404: 'unknown_url',
  405: 'method_not_allowed',
  429: 'rate_limit_exceeded',
};
const plainMessages: Readonly<Record<number, string>> = {
  404: 'There is no such address in sign-in.',
  429: 'Too many requests came from this address. Wait a moment.',
  500: 'Sign-in failed on our side. Try again.',
};

export function errorBody(status: number, code: string | undefined, message: string | undefined): object {
  const type = status >= 500 ? 'server_error' : (types[status] ?? 'invalid_request_error');
  const plain = status >= 500 ? 'internal_error' : (plainCodes[status] ?? 'invalid_parameter');
  return {
    error: {
      message: message ?? plainMessages[status] ?? 'The request was refused.',
      type,
      param: null,
      code: code?.toLowerCase() ?? plain,
    },
  };
}

/** Values of sign-ins are for cookies only: no script may read them. */
function withoutTokens(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutTokens);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'token')
      .map(([name, inner]) => [name, withoutTokens(inner)]),
  );
}

interface LibraryFault {
  readonly code?: string;
  readonly message?: string;
}

function parsed(text: string): unknown {
  try {
    return text === '' ? null : (JSON.parse(text) as unknown);
  } catch {
    return null;
  }
}

/** The library's response in the product's format. */
export async function shapeAnswer(response: Response): Promise<SignInAnswer> {
  const { status, headers } = response;
  const body = parsed(await response.text());
  const location = headers.get('location');
  const retryAfter = headers.get('x-retry-after') ?? headers.get('retry-after');
  const { code, message } = (body ?? {}) as LibraryFault;
  return {
    status,
    headers: [
      ...(location === null ? [] : [['location', location] as const]),
      ...(retryAfter === null ? [] : [['retry-after', retryAfter] as const]),
    ],
    cookies: headers.getSetCookie(),
    body: status < 400 ? withoutTokens(body) : errorBody(status, code, status >= 500 && code === undefined ? undefined : message),
  };
}
