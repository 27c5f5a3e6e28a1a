import { ApiError } from '@tollgate/contract/errors';
import { formatMoment } from '../../domain/limits/calendar.ts';
import { windowEndMs, type MaintenanceAnnouncement } from '../../domain/news/announcement.ts';
import type { GatewayContext } from '../gateway-context.ts';

type Parts = Pick<GatewayContext, 'news' | 'timeZone'>;

/** The longest wait announced to clients, in seconds; maintenance may end early. */
const retryAfterMax = 3600;
/** How much of the announcement an error contains, in UTF-16 units; the announcement page has all of it. */
const textMax = 300;

/** The text on one line, shortened if necessary. */
function line(text: string): string {
  const whole = text.replace(/\s+/g, ' ').trim();
  return whole.length <= textMax ? whole : `${whole.slice(0, textMax).toWellFormed()}…`;
}

function refusal({ timeZone }: Parts, { title, text, window }: MaintenanceAnnouncement, nowMs: number): ApiError {
  const endMs = windowEndMs(window);
  const said = `${line(title.en)}: ${line(text.en)} (${line(title.zh)}：${line(text.zh)})`;
  return new ApiError('maintenance', {
    message: `The service is under maintenance until ${formatMoment(endMs, timeZone)}. ${said} The request was not charged.`,
    retryAfterSeconds: Math.min(retryAfterMax, Math.max(1, (endMs - nowMs) / 1000)),
  });
}

/**
 * Costs one comparison while no maintenance is near.
 * @throws {ApiError} 503 `maintenance` with the announcement.
 */
export function refuseInMaintenance(context: Parts, nowMs: number): void {
  const announced = context.news.maintenanceAt(nowMs);
  if (announced !== null) throw refusal(context, announced, nowMs);
}
