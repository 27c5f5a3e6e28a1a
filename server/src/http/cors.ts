import type { IncomingMessage } from 'node:http';
import type { HeaderList } from './client-answer.ts';

/** Browser clients have their own key and send it as a header, so any origin may call. No cookie is ever read here. */
export const corsHeaders: HeaderList = [
  ['access-control-allow-origin', '*'],
  [
    'access-control-expose-headers',
    'x-request-id, request-id, x-ratelimit-limit-requests, x-ratelimit-remaining-requests, x-ratelimit-reset-requests, retry-after, x-should-retry, x-tollgate-dropped, x-tollgate-estimated, x-tollgate-served-model, sunset',
  ],
];

const headerNames = /^[A-Za-z0-9_\-, ]{1,1000}$/;

/** The response to a preflight request. Every requested header is allowed, because clients send custom headers. */
export function preflightHeaders(request: IncomingMessage): HeaderList {
  const wanted = request.headers['access-control-request-headers'] ?? '';
  return [
    ['access-control-allow-methods', 'GET, POST, OPTIONS'],
    ['access-control-allow-headers', headerNames.test(wanted) ? wanted : 'authorization, content-type'],
    ['access-control-max-age', '86400'],
    ['vary', 'access-control-request-headers'],
  ];
}
