import { refusal } from '@tollgate/contract/refusals/refusal';
import type { OutgoingMail } from '../../domain/people/outgoing-mail.ts';
import { auditEntry, found, type ControlContext } from '../../control/control-context.ts';
import type { Pages } from '../../control/page-ports.ts';
import type { MailRecord, MailsFilter } from './mail-ports.ts';
import type { Principal } from '../../control/principal.ts';
import { requireOperator } from '../../control/within-scope.ts';

export interface ReadMail {
  readonly record: MailRecord;
  /** `null` if the mail was sent and its content deleted. */
  readonly params: OutgoingMail['params'] | null;
}

/** Sent and waiting mails, newest first. */
export async function listMails(
  context: ControlContext,
  principal: Principal,
  filter: MailsFilter,
): Promise<Pages<MailRecord, string>> {
  requireOperator(principal, 'list of mails');
  return (page) => context.stores.mails.list(filter, page);
}

/** One mail with its content, including one-time links. The access is logged, because a reader could act for the recipient. */
export async function readMail(context: ControlContext, principal: Principal, id: string): Promise<ReadMail> {
  requireOperator(principal, 'mail');
  const record = found(await context.stores.mails.find(id), 'mail');
  const { recipient, template } = record;
  const note = { action: 'mail.read', objectKind: 'mail', objectId: id, after: { recipient, template } };
  return { record, params: await context.stores.mails.read(id, auditEntry(context, principal, note)) };
}

/** Retries a mail at once. @throws {ApiError} 404; 409 if it was sent or cannot be sent. */
export async function resendMail(context: ControlContext, principal: Principal, id: string): Promise<MailRecord> {
  requireOperator(principal, 'mail');
  const { mails } = context.stores;
  const record = found(await mails.find(id), 'mail');
  if (!mails.leaves) throw refusal('no_mail_server');
  if (record.state === 'sent') throw refusal('mail_forgotten');
  const { state, recipient, template } = record;
  const note = { action: 'mail.resend', objectKind: 'mail', objectId: id, before: { state }, after: { recipient, template } };
  await mails.resend(record, auditEntry(context, principal, note));
  return found(await mails.find(id), 'mail');
}
