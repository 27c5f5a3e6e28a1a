import { accountParams } from '@tollgate/contract/console/account';
import { redeemRequest, redemptionAnswer, redemptionList } from '@tollgate/contract/console/orders';
import { ApiError } from '@tollgate/contract/errors';
import { answers } from '../control-http/route-schema.ts';
import { showAmount } from '../control/amounts.ts';
import { listRedemptions, redeemCode, type Redemption } from '../control/codes.ts';
import { showTime } from '../control/tenant-settings.ts';
import { createFailedAttempts } from '../domain/limits/failed-attempts.ts';
import { accountPath } from './console-api.ts';
import type { ConsoleResource } from './console-deps.ts';
import { answerOnce, onceDescription } from './idempotent.ts';
import { principalOf, sourceOf } from './who-asks.ts';

const tags = ['Console: top-up'];
const path = `${accountPath}/redemptions`;

function view({ last4, amount, paid, redeemedAtMs }: Redemption) {
  return { last4, amount: showAmount(amount), paid, redeemed_at: showTime(redeemedAtMs) };
}

export const redemptionsResource: ConsoleResource = (app, deps) => {
  const { control } = deps;
  const wrong = createFailedAttempts({ attemptsPerMinute: 20 });

  app.get(
    path,
    {
      config: { who: 'money.read' },
      schema: {
        tags,
        summary: 'List redeemed codes',
        description: 'The newest hundred.',
        params: accountParams,
        response: answers(redemptionList),
      },
    },
    async (request) => ({ data: (await listRedemptions(control, principalOf(request), request.params.accountId)).map(view) }),
  );

  app.post(
    path,
    {
      config: { who: 'money.write' },
      schema: {
        tags,
        summary: 'Redeem a code',
        description: `Each gives its credit once. After 20 wrong ones in a minute from one address there is a pause. ${onceDescription}`,
        params: accountParams,
        body: redeemRequest,
        response: answers(redemptionAnswer, 201),
      },
    },
    async (request, reply) => {
      const source = sourceOf(deps, request);
      const nowMs = control.clock.nowMs();
      if (wrong.exceeded(source, nowMs))
        throw new ApiError('too_many_failed_attempts', {
          message: 'Too many wrong codes came from this address. Wait a minute.',
          retryAfterSeconds: Math.max(1, Math.ceil(wrong.retryAfterMs(source, nowMs) / 1000)),
        });
      try {
        const asked = { accountId: request.params.accountId, typed: request.body.code };
        return await answerOnce(deps, request, reply, (mark) =>
          redeemCode(control, principalOf(request), asked, (redemption) => mark(view(redemption))),
        );
      } catch (error) {
        if (error instanceof ApiError && error.code === 'not_found') wrong.record(source, nowMs);
        throw error;
      }
    },
  );
};
