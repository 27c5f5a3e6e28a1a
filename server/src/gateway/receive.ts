import type { IncomingMessage, ServerResponse } from 'node:http';
import { ApiError } from '@tollgate/contract/errors';
import { ClientAnswer, type HeaderList } from '../http/client-answer.ts';
import { corsHeaders } from '../http/cors.ts';
import { headFault, tooManyHeaders } from '../http/head-fault.ts';
import { readRequestPath, type RequestPath } from '../http/request-path.ts';
import type { Blank, ReceivedCall, Target } from './call.ts';
import { findTarget } from './find-target.ts';
import type { GatewayContext } from './gateway-context.ts';

type Parts = Pick<GatewayContext, 'clock' | 'deadlines' | 'endpoints' | 'ids' | 'limits' | 'protocols' | 'sourceIp'>;

/** Only browsers send an origin, and only they need the CORS headers. */
function headersFor(request: IncomingMessage): HeaderList {
  return request.headers.origin === undefined ? [] : corsHeaders;
}

function forwardedFor(request: IncomingMessage): readonly string[] {
  return request.headers['x-forwarded-for'] === undefined ? [] : (request.headersDistinct['x-forwarded-for'] ?? []);
}

function malformed(what: string): ApiError {
  return new ApiError('malformed_request', { message: `The HTTP request is malformed: ${what}.` });
}

function faultOf(request: IncomingMessage, located: RequestPath | null): ApiError | null {
  if (tooManyHeaders(request)) return new ApiError('headers_too_large');
  const unsound = headFault(request);
  if (unsound !== null) return malformed(unsound);
  return located === null ? malformed('the path has no single meaning') : null;
}

/** A call with an invalid head still gets an ID and a response; no other stage runs for it. */
export interface Received {
  readonly call: ReceivedCall;
  readonly fault: ApiError | null;
}

/** Reads the request head only: ID, URL and validity. Reads no byte of the body. */
export function receive(context: Parts, request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): Received {
  const id = context.ids.uuid();
  const client = new ClientAnswer(response, {
    id,
    headers: headersFor(request),
    deadlines: context.deadlines,
    slowClientMs: context.limits.slowClientMs,
  });
  const located = readRequestPath(request.url ?? '');
  const fault = faultOf(request, located);
  const path = located?.path ?? '';
  const target: Target = fault === null ? findTarget(context.endpoints, request, path) : { kind: 'unknown' };
  const call: ReceivedCall & Blank = {
    id,
    requestTimeMs: context.clock.nowMs(),
    startedMs: context.clock.monotonicMs(),
    request,
    client,
    path,
    pathAsSent: located?.asSent ?? '',
    target,
    side:
      target.kind === 'model'
        ? context.protocols.sideOf(target.endpoint.dialect)
        : context.protocols.sideAt(path, request.headers),
    sourceIp: context.sourceIp(request.socket.remoteAddress ?? '', forwardedFor(request)),
    expectsContinue,
    interrupt: null,
    memory: null,
    modelName: null,
    passedOver: null,
    dropped: null,
    alias: null,
    streamed: false,
    attempts: 0,
    attemptEndMs: 0,
    attemptLog: null,
    routeName: null,
    isOwnRoute: false,
    routedBy: null,
    servedModel: null,
    firstTokenMs: null,
    answeredMs: null,
    slot: -1,
    entry: undefined,
    endpoint: undefined,
    body: undefined,
    wants: undefined,
    music: undefined,
    model: undefined,
    quote: undefined,
    strict: undefined,
    estimate: undefined,
    fallback: undefined,
    outputTokensMax: undefined,
    reservation: undefined,
    hourStartMs: undefined,
    day: undefined,
    candidates: undefined,
    affinity: undefined,
    candidate: undefined,
    answer: undefined,
  };
  return { call, fault };
}
