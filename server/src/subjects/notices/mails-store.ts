import { sql } from 'kysely';
import type { MailsFilter, MailsStore } from './mail-ports.ts';
import type { Page } from '../../control/page-ports.ts';
import { compilerFor, readRows } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';
import type { MailOutboxOptions } from '../../storage/stores/mail-outbox-store.ts';
import { attemptDue, mailColumns, mailRecordOf, paramsOf } from '../../storage/stores/mail-rows.ts';

/** Reads mails for operators. */
export function createMailsStore(engine: Engine, { clock, box, leaves }: Omit<MailOutboxOptions, 'ids'>): MailsStore {
  const db = compilerFor(engine.sql);

  return {
    leaves,

    async list({ state, recipient }: MailsFilter, { limit, after }: Page<string>) {
      const query = db
        .selectFrom('mail_outbox')
        .select(mailColumns)
        .$if(state !== undefined, (q) => q.where('state', '=', state ?? 'waiting'))
        .$if(recipient !== undefined, (q) => q.where('recipient', '=', recipient ?? ''))
        .$if(after !== null, (q) => q.where('id', '<', after ?? ''))
        .orderBy('id', 'desc')
        .limit(limit);
      return (await readRows(engine, 'reports', query)).map(mailRecordOf);
    },

    async find(id) {
      const [row] = await readRows(engine, 'reports', db.selectFrom('mail_outbox').select(mailColumns).where('id', '=', id));
      return row === undefined ? null : mailRecordOf(row);
    },

    async read(id, audit) {
      await engine.write([], [audit]);
      const [row] = await readRows(engine, 'reports', db.selectFrom('mail_outbox').select(['id', 'params']).where('id', '=', id));
      return row === undefined ? null : paramsOf(row, box);
    },

    async resend({ id, template, attempts: made }, audit) {
      const query = sql`update mail_outbox set state = 'waiting', next_at = ${BigInt(clock.nowMs())}, attempts = attempts + 1
        where id = ${id} and attempts = ${BigInt(made)} and params is not null`;
      await engine.write(
        [{ query: query.compile(db), mustWrite: 'mail' }, attemptDue(engine, clock, { id, template, attempts: made + 1 })],
        [audit],
      );
    },
  };
}
