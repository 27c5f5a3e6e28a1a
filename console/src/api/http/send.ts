import { ApiError, errorOf, noAnswer } from './api-error.ts';

export interface Sending {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** `fetch` that throws an ApiError unless the response is successful. */
export async function checkedFetch(request: Request | string, init?: RequestInit): Promise<Response> {
  const answer = await fetch(request, init).catch((error: unknown) => {
    throw error instanceof DOMException && error.name === 'AbortError' ? error : noAnswer();
  });
  if (!answer.ok) throw await errorOf(answer);
  return answer;
}

/** For routes that are missing in the OpenAPI document, mainly those of sign-in. @throws {ApiError} */
export async function send<T>(path: string, { method = 'GET', body, headers = {}, signal }: Sending = {}): Promise<T> {
  const answer = await checkedFetch(path, {
    method,
    headers: { accept: 'application/json', ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal === undefined ? {} : { signal }),
  });
  const text = await answer.text();
  return (text === '' ? null : JSON.parse(text)) as T;
}

/** Whether the error means that the user is not signed in any more. */
export function isSignedOut(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
