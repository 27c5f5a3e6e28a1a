import { paymentsRoutes } from '@tollgate/contract/payments/console-routes';
import { addRoute } from '../../../control-http/add-route.ts';
import { ApiError } from '@tollgate/contract/errors';
import { refusal } from '@tollgate/contract/refusals/refusal';
import { showAmount } from '../../../control/amounts.ts';
import { listRedemptions, redeemCode, type Redemption } from './codes.ts';
import { showTime } from '../../../control/show-time.ts';
import { createFailedAttempts } from '../../../domain/limits/failed-attempts.ts';
import type { ConsoleResource } from '../../../console-api/console-deps.ts';
import { answerOnce } from '../../../console-api/idempotent.ts';
import { principalOf, sourceOf } from '../../../console-api/request-principal.ts';

function view({ last4, amount, paid, redeemedAtMs }: Redemption) {
  return { last4, amount: showAmount(amount), paid, redeemed_at: showTime(redeemedAtMs) };
}

export const redemptionsResource: ConsoleResource = (app, deps) => {
  const { control } = deps;
  const wrong = createFailedAttempts({ attemptsPerMinute: 20 });

  addRoute(app, paymentsRoutes.listRedemptions, async (request) => ({
    data: (await listRedemptions(control, principalOf(request), request.params.accountId)).map(view),
  }));

  addRoute(app, paymentsRoutes.redeemCode, async (request, reply) => {
    const source = sourceOf(deps, request);
    const nowMs = control.clock.nowMs();
    if (wrong.exceeded(source, nowMs))
      throw refusal('codes_wrong', {}, { retryAfterSeconds: Math.max(1, Math.ceil(wrong.retryAfterMs(source, nowMs) / 1000)) });
    try {
      const asked = { accountId: request.params.accountId, typed: request.body.code };
      return await answerOnce(deps, request, reply, (mark) =>
        redeemCode(control, principalOf(request), asked, (redemption) => mark(view(redemption))),
      );
    } catch (error) {
      if (error instanceof ApiError && error.code === 'not_found') wrong.record(source, nowMs);
      throw error;
    }
  });
};
