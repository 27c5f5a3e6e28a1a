import { paymentMethodNames, type PaymentMethodName } from '@tollgate/contract/payments/payments';
import type { ApiError } from '@tollgate/contract/errors';
import { refusal } from '@tollgate/contract/refusals/refusal';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { handleCallback } from './handle-callback.ts';
import { createFailedAttempts } from '../../domain/limits/failed-attempts.ts';
import type { ConsoleDeps } from '../../console-api/console-deps.ts';
import { sourceOf } from '../../console-api/request-principal.ts';

const bodyBytesMax = 64 * 1024;
/** Maximum number of reports handled at a time. Each may query the payment service and waits for the books. */
const atOnceMax = 64;

type Deps = Pick<ConsoleDeps, 'control' | 'sourceIp'>;

function methodOf(request: FastifyRequest): PaymentMethodName {
  const { method } = request.params as { readonly method: string };
  const known = paymentMethodNames.find((name) => name === method);
  if (known === undefined) throw refusal('no_payment_method');
  return known;
}

function busy(retryAfterSeconds: number): ApiError {
  return refusal('reports_busy', {}, { retryAfterSeconds });
}

/**
 * Adds `/api/callbacks/{method}`, where payment services send reports. Reports carry no sign-in; each has a signature over its exact bytes.
 * The response is sent after the report is stored.
 */
export function registerCallbacks(app: FastifyInstance, deps: Deps): void {
  const refused = createFailedAttempts({ attemptsPerMinute: 60 });
  let running = 0;

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    // Checked here, not when the headers arrive: requests whose headers arrive together would not see each other yet.
    if (running >= atOnceMax) throw busy(1);
    const name = methodOf(request);
    const source = sourceOf(deps, request);
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const query = Object.fromEntries(new URL(request.url, 'http://localhost').searchParams);
    running += 1;
    try {
      const raw = { body, headers: request.headers, query };
      const { answer: told, isRefused } = await handleCallback(deps.control, { name, raw, sourceIp: source });
      if (isRefused) refused.record(source, deps.control.clock.nowMs());
      await reply.code(told.status).type(told.type).send(told.body);
    } finally {
      running -= 1;
    }
  }

  app.register(
    (scope, _options, done) => {
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: bodyBytesMax }, (_request, body, parsed) => {
        parsed(null, body);
      });
      scope.addHook('onRequest', (request, _reply, next) => {
        const nowMs = deps.control.clock.nowMs();
        const source = sourceOf(deps, request);
        if (refused.exceeded(source, nowMs)) next(busy(Math.max(1, Math.ceil(refused.retryAfterMs(source, nowMs) / 1000))));
        else next();
      });
      for (const method of ['GET', 'POST'] as const)
        scope.route({
          method,
          url: '/:method',
          bodyLimit: bodyBytesMax,
          exposeHeadRoute: false,
          schema: { hide: true },
          handler: answer,
        });
      done();
    },
    { prefix: '/api/callbacks' },
  );
}
