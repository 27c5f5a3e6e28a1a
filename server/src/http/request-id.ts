import type { ServerResponse } from 'node:http';

export const requestIdHeader = 'x-request-id';

const answerId = Symbol('request id');
type Named = ServerResponse & { [answerId]?: string };

/**
 * Stores a request's ID with its connection. When the parser finds a fault within a request, a raw response is sent, which must have the ID
 * of the log row.
 */
export function nameAnswer(response: ServerResponse, id: string): void {
  (response as Named)[answerId] = id;
}

/** The ID stored for a response, if there is one. */
export function answerName(response: ServerResponse | null | undefined): string | undefined {
  const named: Named | null | undefined = response;
  return named?.[answerId];
}
