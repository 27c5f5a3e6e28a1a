import type { ServerResponse } from 'node:http';

export const requestIdHeader = 'x-request-id';

const answerId = Symbol('request id');
type Named = ServerResponse & { [answerId]?: string };

/**
 * Stores a request's id with its connection: when the parser meets a fault in the middle of a request, the answer is written by hand and must
 * have the id of the log row.
 */
export function nameAnswer(response: ServerResponse, id: string): void {
  (response as Named)[answerId] = id;
}

/** The id noted for a response, if there is one. */
export function answerName(response: ServerResponse | null | undefined): string | undefined {
  const named: Named | null | undefined = response;
  return named?.[answerId];
}
