import { deliveryFaults } from '@tollgate/contract/notices/delivery-faults';
import { sql, type RawBuilder } from 'kysely';
import { isMailAddress, type MailAttempts, type MailState, type WaitingMail } from '../../domain/people/mail-delivery.ts';
import type { MailOutbox, OutgoingMail } from '../../domain/people/outgoing-mail.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ids } from '../../platform/ids.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import { compilerFor, readRows } from '../compiler.ts';
import type { Engine, UnitStatement } from '../engine.ts';
import { wholeNumber } from '../whole-number.ts';
import { attemptDue, mailRecordOf, paramsOf } from './mail-rows.ts';

/** Small, so that no unit delays another for long. */
const rowsPerUnit = 150;
/** The longest reason stored, in UTF-16 units. */
const reasonMax = 500;

export interface MailOutboxOptions {
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly ids: Pick<Ids, 'uuid'>;
  readonly box: SecretBox;
  /** Whether a mail server is configured. */
  readonly leaves: boolean;
}

/** Builds statements that other units of work add to their own, so that the mail exists if and only if its cause does. */
export type MailStatements = (mail: OutgoingMail) => readonly UnitStatement[];

function clean(reason: string): string {
  return reason.replaceAll('\0', '').slice(0, reasonMax).toWellFormed();
}

/** Outgoing mails: queued with their cause, sent by a job, listed for operators. */
export function createMailOutboxStore(engine: Engine, { clock, ids, box, leaves }: MailOutboxOptions) {
  const db = compilerFor(engine.sql);

  function statements(mail: OutgoingMail): readonly UnitStatement[] {
    const id = ids.uuid();
    const isAddress = isMailAddress(mail.recipient);
    const state: MailState = isAddress ? (leaves ? 'waiting' : 'unsent') : 'bounced';
    const nowMs = clock.nowMs();
    // Conflict: the existing mail is kept: the source identifies the event, so it is the same mail to the same address, and is sent
    // once.
    const insert = db
      .insertInto('mail_outbox')
      .values({
        id,
        state,
        source: mail.source,
        recipient: mail.recipient,
        locale: mail.locale,
        template: mail.template,
        params: box.seal(JSON.stringify(mail.params), id),
        created_at: nowMs,
        next_at: state === 'waiting' ? nowMs : null,
        last_error: isAddress ? null : deliveryFaults.write('no_mail_address', {}),
      })
      .onConflict((conflict) => conflict.columns(['source', 'recipient']).doNothing());
    // If the insert lost against an earlier mail, the queued attempt finds nothing to do.
    return [
      { query: insert.compile() },
      ...(state === 'waiting' ? [attemptDue(engine, clock, { id, template: mail.template, attempts: 0 })] : []),
    ];
  }

  async function write(statement: RawBuilder<unknown>, ...others: readonly UnitStatement[]): Promise<void> {
    await engine.write([{ query: statement.compile(db) }, ...others], []);
  }

  const outbox: MailOutbox = {
    async put(mail) {
      await engine.write(statements(mail), []);
    },
  };

  function about({ id, attempts }: WaitingMail): RawBuilder<unknown> {
    return sql`where id = ${id} and state = 'waiting' and attempts = ${BigInt(attempts)}`;
  }

  const attempts: MailAttempts = {
    async find(id, attemptsMade) {
      const query = db.selectFrom('mail_outbox').selectAll().where('id', '=', id).where('state', '=', 'waiting');
      const [row] = await readRows(engine, 'hot', query);
      if (row === undefined || Number(row.attempts) !== attemptsMade) return null;
      const params = paramsOf(row, box);
      const { source, recipient, locale, template } = mailRecordOf(row);
      return { id, attempts: attemptsMade, mail: { source, recipient, locale, template, params } as OutgoingMail };
    },

    sent: (mail) =>
      write(sql`update mail_outbox set state = 'sent', params = null, next_at = null, last_error = null, attempts = attempts + 1,
        sent_at = ${BigInt(clock.nowMs())} ${about(mail)}`),

    gaveUp: (mail, { state, reason }) =>
      write(sql`update mail_outbox set state = ${state}, next_at = null, last_error = ${clean(reason)}, attempts = attempts + 1
        ${about(mail)}`),

    postponed(mail, { afterMs, reason, counts }) {
      const made = counts ? 1 : 0;
      return write(
        sql`update mail_outbox set next_at = ${BigInt(Math.ceil(clock.nowMs() + afterMs))}, last_error = ${clean(reason)},
          attempts = attempts + ${sql.lit(made)} ${about(mail)}`,
        attemptDue(engine, clock, { id: mail.id, template: mail.mail.template, attempts: mail.attempts + made, afterMs }),
      );
    },
  };

  return { outbox, attempts, statements };
}

/** The number of mails that were not sent, by state. */
export async function countMails(engine: Engine): Promise<readonly { readonly state: string; readonly count: number }[]> {
  const query = sql`select state, count(*) as count from mail_outbox where state in ('waiting', 'bounced', 'dead', 'unsent')
    group by state`;
  const rows = await engine.read('reports', query.compile(compilerFor(engine.sql)));
  return rows.map(({ state, count }) => ({ state: String(state), count: Number(wholeNumber(count)) }));
}

/** Deletes mails created longer than `keepMs` ago, except those still to be sent. Returns the number deleted. */
export async function purgeMails(
  engine: Engine,
  { nowMs, keepMs }: { readonly nowMs: number; readonly keepMs: number },
): Promise<number> {
  const query = sql`delete from mail_outbox where id in (select id from mail_outbox
    where created_at < ${BigInt(nowMs - keepMs)} and state <> 'waiting' order by created_at limit ${BigInt(rowsPerUnit)})`;
  let deleted = 0;
  for (;;) {
    const [written = 0] = await engine.write([{ query: query.compile(compilerFor(engine.sql)) }], []);
    deleted += written;
    if (written < rowsPerUnit) return deleted;
  }
}
