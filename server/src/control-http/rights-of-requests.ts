import { Readable, Transform } from 'node:stream';
import { ApiError } from '@tollgate/contract/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import { actWith, type HeldRight } from '../platform/held-right.ts';

/** Interval of the checks while a body arrives. */
const bodyLookMs = 5000;
/** An anonymous body is cut off at this check. */
const strangersLooks = 2;
/** The last check of the right is at most this much older than the data sent. */
const streamAskMs = 1000;

type Requests = Pick<FastifyInstance, 'addHook'>;

const rights = new WeakMap<FastifyRequest, HeldRight>();

/** Stores the right of a request; the hooks below check it again. */
export function holdRight(request: FastifyRequest, right: HeldRight): void {
  rights.set(request, right);
}

/** Whether a request changes nothing. */
export function isReading({ method }: Pick<FastifyRequest, 'method'>): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

function hasBody({ headers }: FastifyRequest): boolean {
  return headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0';
}

/**
 * It is unknown whether the rest of the body will arrive. The connection ends with the response, or immediately if the response was already
 * sent.
 */
function endBody(request: FastifyRequest, reply: FastifyReply, error: unknown): void {
  if (request.raw.complete) return;
  if (reply.sent) request.raw.destroy();
  else void reply.header('connection', 'close').send(error);
}

/** Checks a slow body: its sender must be authenticated and still have the right. */
function watchBody(clock: Clock, request: FastifyRequest, reply: FastifyReply): void {
  let looks = 0;
  let stop = (): void => undefined;
  const look = async (): Promise<void> => {
    looks += 1;
    const right = rights.get(request);
    try {
      if (right === undefined && looks >= strangersLooks) throw new ApiError('request_timeout');
      await right?.ask();
      lookLater();
    } catch (error) {
      endBody(request, reply, error);
    }
  };
  const lookLater = (): void => {
    if (request.raw.complete || request.raw.destroyed) return;
    stop = clock.after(bodyLookMs, () => void look());
  };
  lookLater();
  request.raw.once('close', () => {
    stop();
  });
}

/**
 * Forwards a response while its receiver has the right. Without the right, a file is broken off, so that nobody mistakes it for complete. A
 * feed simply ends, and its page reconnects with its current sign-in.
 */
function whileHeld(source: Readable, right: HeldRight, { clock, isFeed }: { clock: Clock; isFeed: boolean }): Readable {
  let askedAtMs = clock.monotonicMs();
  const ask = async (): Promise<void> => {
    const nowMs = clock.monotonicMs();
    if (nowMs - askedAtMs < streamAskMs) return;
    await right.ask();
    askedAtMs = nowMs;
  };
  const gate = new Transform({
    transform(chunk, _encoding, done) {
      const pass = (): void => {
        done(null, chunk);
      };
      ask().then(pass, (error: unknown) => {
        if (!isFeed) {
          done(error as Error);
          return;
        }
        source.unpipe(gate);
        gate.end();
        done();
      });
    },
  });
  source.once('error', (error) => gate.destroy(error));
  source.once('close', () => {
    if (!source.readableEnded) gate.destroy();
  });
  gate.once('close', () => source.destroy());
  return source.pipe(gate);
}

/**
 * A request is authorized when its head arrives, but its body and its response may take minutes. For all routes added from here on, the
 * right is checked again before a change begins. The writes of the change depend on it, and bodies and long responses end with it.
 * Anonymous bodies end after ten seconds.
 */
export function recheckRights(app: Requests, clock: Clock): void {
  const ends = new WeakMap<FastifyRequest, () => void>();
  app.addHook('onRequest', (request, reply, next) => {
    if (hasBody(request)) watchBody(clock, request, reply);
    next();
  });
  app.addHook('preValidation', (request, _reply, next) => {
    const right = rights.get(request);
    if (right === undefined || isReading(request)) {
      next();
      return;
    }
    right.ask().then(
      () => {
        // The second check may find another role that grants the right, which is sufficient.
        ends.set(request, actWith(rights.get(request) ?? right, next));
      },
      (error: unknown) => {
        next(error as Error);
      },
    );
  });
  app.addHook('onSend', (request, reply, payload, next) => {
    ends.get(request)?.();
    const right = rights.get(request);
    const isFeed = String(reply.getHeader('content-type')).startsWith('text/event-stream');
    next(null, payload instanceof Readable && right !== undefined ? whileHeld(payload, right, { clock, isFeed }) : payload);
  });
}
