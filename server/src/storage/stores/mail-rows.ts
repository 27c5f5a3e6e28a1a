import type { Selectable } from 'kysely';
import { mailQueueOf } from '../../domain/people/mail-delivery.ts';
import type { OutgoingMail } from '../../domain/people/outgoing-mail.ts';
import type { Clock } from '../../platform/clock.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { Engine, UnitStatement } from '../engine.ts';
import type { MailOutboxTable } from '../steps/mail-schema.ts';
import { queued } from './queue-items-store.ts';

/** All columns except those that may contain secrets. */
export const mailColumns = [
  ...(['id', 'source', 'recipient', 'locale', 'template', 'state'] as const),
  ...(['attempts', 'next_at', 'last_error', 'created_at', 'sent_at'] as const),
];

export function mailRecordOf(row: Omit<Selectable<MailOutboxTable>, 'params'>) {
  return {
    id: row.id,
    source: row.source,
    recipient: row.recipient,
    locale: row.locale === 'zh' ? ('zh' as const) : ('en' as const),
    // Another version may have had other templates; an attempt to send such a mail reports it.
    template: row.template as OutgoingMail['template'],
    state: row.state,
    attempts: Number(row.attempts),
    nextAtMs: row.next_at === null ? null : Number(row.next_at),
    lastError: row.last_error,
    createdAtMs: Number(row.created_at),
    sentAtMs: row.sent_at === null ? null : Number(row.sent_at),
  };
}

/** `null` if the mail was sent and its content deleted. */
export function paramsOf(
  { id, params }: Pick<Selectable<MailOutboxTable>, 'id' | 'params'>,
  box: Pick<SecretBox, 'open'>,
): OutgoingMail['params'] | null {
  return params === null ? null : (JSON.parse(box.open(params, id)) as OutgoingMail['params']);
}

interface Attempt {
  readonly id: string;
  readonly template: OutgoingMail['template'];
  /** Number of attempts made so far. An attempt that another one has overtaken finds nothing to do. */
  readonly attempts: number;
  readonly afterMs?: number;
}

/** The queue item for a mail's next attempt. */
export function attemptDue(
  engine: Pick<Engine, 'sql'>,
  clock: Pick<Clock, 'nowMs'>,
  { id, template, attempts, afterMs = 0 }: Attempt,
): UnitStatement {
  return queued(engine, clock, { queue: mailQueueOf(template), payload: { id, attempts }, afterMs });
}
