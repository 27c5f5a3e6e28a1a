import type { MembersStore } from '../control/ports.ts';
import type { MailOutbox, OutgoingMail } from '../domain/people/outgoing-mail.ts';
import type { Person } from '../domain/people/person.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import type { Engine } from '../storage/engine.ts';
import { noticeStatement } from '../storage/stores/notice-statements.ts';

interface SecurityNoticeOptions {
  readonly outbox: MailOutbox;
  readonly engine: Engine;
  readonly members: Pick<MembersStore, 'ofPerson'>;
  readonly findPerson: (email: string) => Promise<Person | null>;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly logger: Logger;
}

/** What a mail tells of sign-in; `null`: something else. */
function changeOf(mail: OutgoingMail): { readonly change: string; readonly at: string } | null {
  if (mail.template === 'security-change') return mail.params;
  return mail.template === 'sign-in-new-device' ? { change: 'new_device', at: mail.params.at } : null;
}

/** The outbox, and beside mails about sign-in a message to each account that the person looks after. */
export function withSecurityNotices({ outbox, engine, members, findPerson, clock, logger }: SecurityNoticeOptions): MailOutbox {
  async function tell(
    { recipient, source }: OutgoingMail,
    params: { readonly change: string; readonly at: string },
  ): Promise<void> {
    const person = await findPerson(recipient);
    if (person === null) return;
    const own = (await members.ofPerson(person.id)).filter(({ role }) => role === 'owner' || role === 'admin');
    const notices = own.map(({ accountId }) =>
      noticeStatement(engine, {
        ...{ accountId, kind: 'security_change', source, link: '/security', atMs: clock.nowMs() },
        params: { person: person.email, change: params.change, at: params.at },
      }),
    );
    if (notices.length > 0) await engine.write(notices, []);
  }

  return {
    async put(mail) {
      await outbox.put(mail);
      const change = changeOf(mail);
      // Sign-in waits for the mail alone, which is the way that is promised.
      if (change !== null)
        void tell(mail, change).catch((error: unknown) => {
          logger.warn({ reason: String(error) }, 'a message about sign-in could not be put');
        });
    },
  };
}
