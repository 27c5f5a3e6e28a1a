import { sentenceAmount } from '@tollgate/contract/money';
import type { MailContext } from './mail-content.ts';

const nameMax = 60;

/** `2026-11-22 20:41 (Asia/Shanghai)`, in the time zone of the service. */
export function showMoment(iso: string, { timeZone }: MailContext): string {
  const moment = Temporal.Instant.from(iso).toZonedDateTimeISO(timeZone);
  return `${moment.toPlainDate().toString()} ${moment.toPlainTime().toString({ smallestUnit: 'minute' })} (${timeZone})`;
}

/** `¥4.50`, at most four decimals. */
export function showYuan(amount: string): string {
  return `¥${sentenceAmount(amount)}`;
}

/**
 * A name chosen by a user. It is truncated and made unclickable for mail programs; otherwise people who may send invitations could make us
 * send advertisements.
 */
export function showName(name: string): string {
  const cut = name.length > nameMax ? `${name.slice(0, nameMax).toWellFormed()}…` : name;
  return cut.replace(/\p{Cc}/gu, ' ').replace(/[./](?=\S)/g, '$&\u200c');
}
