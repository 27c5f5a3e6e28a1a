import { publicNewsRoutes } from '@tollgate/contract/news/public-routes';
import { addRoute } from '../../control-http/add-route.ts';
import { ApiError } from '@tollgate/contract/errors';
import { refuseNewsMail } from './news-mail.ts';
import { createFailedAttempts } from '../../domain/limits/failed-attempts.ts';
import type { PublicResource } from '../../public-api/public-deps.ts';

const bodyBytesMax = 4096;

/**
 * Unsubscribes from announcement mails with one click (RFC 8058): mail providers send the request for their users, without a sign-in. `GET`
 * returns a console page that asks for confirmation, because programs follow links.
 */
export const unsubscribeResource: PublicResource = (app, { control, sourceIp }) => {
  const refused = createFailedAttempts({ attemptsPerMinute: 30 });

  addRoute(
    app,
    publicNewsRoutes.unsubscribe,
    async ({ raw, query }) => {
      const source = sourceIp(raw.socket.remoteAddress, raw.headersDistinct['x-forwarded-for'] ?? []);
      const nowMs = control.clock.nowMs();
      if (refused.exceeded(source, nowMs))
        throw new ApiError('too_many_failed_attempts', {
          retryAfterSeconds: Math.max(1, Math.ceil(refused.retryAfterMs(source, nowMs) / 1000)),
        });
      try {
        await refuseNewsMail(control, query.t, source);
      } catch (error) {
        if (error instanceof ApiError && error.code === 'invalid_parameter') refused.record(source, nowMs);
        throw error;
      }
      return { wanted: false as const };
    },
    { bodyBytesMax: bodyBytesMax },
  );
};
