import type { MembersStore } from '../subjects/people/member-ports.ts';
import type { OutgoingMail } from '../domain/people/outgoing-mail.ts';
import type { Clock } from '../platform/clock.ts';
import type { Engine } from '../storage/engine.ts';
import type { MailStatements } from '../storage/stores/mail-outbox-store.ts';
import { noticeStatement } from '../storage/stores/notice-statements.ts';

interface SignInMailOptions {
  readonly engine: Engine;
  readonly members: Pick<MembersStore, 'ofPerson'>;
  readonly mailStatements: MailStatements;
  readonly clock: Pick<Clock, 'nowMs'>;
}

/** The content of a sign-in mail; `null` for any other mail. */
function changeOf(mail: OutgoingMail): { readonly change: string; readonly at: string } | null {
  if (mail.template === 'security-change') return mail.params;
  return mail.template === 'sign-in-new-device' ? { change: 'new_device', at: mail.params.at } : null;
}

/**
 * Queues sign-in mails and, in the same unit, a message to each account that the person manages. Each recipient also finds it in the
 * console, and the account's webhooks receive it, even if a process dies in between.
 */
export function createSignInMails({ engine, members, mailStatements, clock }: SignInMailOptions) {
  return async (mail: OutgoingMail, personId: string): Promise<void> => {
    const change = changeOf(mail);
    const all = change === null ? [] : await members.ofPerson(personId);
    const notices = all
      .filter(({ role }) => role === 'owner' || role === 'admin')
      .map(({ accountId }) =>
        noticeStatement(engine, {
          accountId,
          kind: 'security_change',
          source: mail.source,
          link: '/security',
          atMs: clock.nowMs(),
          params: { person: mail.recipient, change: change?.change ?? '', at: change?.at ?? '' },
        }),
      );
    await engine.write([...mailStatements(mail), ...notices], []);
  };
}
