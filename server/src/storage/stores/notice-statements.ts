import { accountNoticeText, isAccountNoticeMailed, type AccountNotice } from '../../domain/books/account-notice.ts';
import { compilerFor } from '../compiler.ts';
import type { Engine, UnitStatement } from '../engine.ts';
import { mailDue } from '../steps/notices-schema.ts';

/**
 * A statement for the unit that causes a message to an account: both are committed, or neither. There is at most one message per account,
 * kind and source, and its mails are created from it, so a repeated unit notifies nobody twice.
 */
export function noticeStatement(engine: Pick<Engine, 'sql'>, notice: AccountNotice): UnitStatement {
  const { accountId, kind, source, params, link, atMs } = notice;
  // Conflict: the existing message is kept: the source identifies the event, which is reported once.
  const insert = compilerFor(engine.sql)
    .insertInto('notices')
    .values({
      account_id: accountId,
      key_id: '',
      window: `notice:${accountId}:${source}`,
      kind,
      arming: 0,
      text: accountNoticeText(notice),
      params: JSON.stringify(params),
      link,
      created_at: atMs,
      mail_due: isAccountNoticeMailed(notice) ? mailDue.ofAccount : mailDue.none,
    })
    .onConflict((conflict) => conflict.doNothing());
  return { query: insert.compile() };
}
