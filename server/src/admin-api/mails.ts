import { mailAnswer, mailDetail, mailList, mailsQuery } from '@tollgate/contract/admin/mails';
import type { z } from 'zod';
import { namePlaces, readPage } from '../control-http/paging.ts';
import { answers, idParams } from '../control-http/route-schema.ts';
import { listMails, readMail, resendMail } from '../control/mails.ts';
import type { MailRecord } from '../control/mail-ports.ts';
import { showTime, showTimeOrNull } from '../control/tenant-settings.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminResource } from './admin-deps.ts';

const tags = ['Mail'];
const places = namePlaces(({ id }: MailRecord) => id);

function mailView(mail: MailRecord): z.output<typeof mailAnswer> {
  return {
    id: mail.id,
    source: mail.source,
    recipient: mail.recipient,
    locale: mail.locale,
    template: mail.template,
    state: mail.state,
    attempts: mail.attempts,
    next_at: showTimeOrNull(mail.nextAtMs),
    last_error: mail.lastError,
    created_at: showTime(mail.createdAtMs),
    sent_at: showTimeOrNull(mail.sentAtMs),
  };
}

export const mailsResource: AdminResource = (app, deps) => {
  const { control } = deps;
  app.get(
    '/mails',
    {
      schema: {
        tags,
        summary: 'List mails',
        description: 'Mails to people, newest first, kept for 30 days. What they say is read one by one.',
        querystring: mailsQuery,
        response: answers(mailList),
      },
    },
    async (request) => {
      const { query } = request;
      const filter = { state: query.state, recipient: query.recipient };
      const load = await listMails(control, principalOf(deps, request), filter);
      const { rows, next } = await readPage({ query, places, load });
      return { data: rows.map(mailView), next };
    },
  );

  app.get(
    '/mails/:id',
    {
      // Its link signs people in.
      config: { operators: ['administrator'] },
      schema: {
        tags,
        summary: 'Read a mail',
        description:
          'With its link, to pass it on where no mail server does. Whoever has the link may act for the recipient, so the audit log notes who read it.',
        params: idParams,
        response: answers(mailDetail),
      },
    },
    async (request) => {
      const { record, params } = await readMail(control, principalOf(deps, request), request.params.id);
      return { ...mailView(record), link: params?.url ?? null, params: params === null ? null : { ...params } };
    },
  );

  app.post(
    '/mails/:id/resend',
    {
      schema: {
        tags,
        summary: 'Send a mail again',
        description: 'Attempts at once a mail that is not out yet, has bounced, was given up or never left.',
        params: idParams,
        response: answers(mailAnswer),
      },
    },
    async (request) => mailView(await resendMail(control, principalOf(deps, request), request.params.id)),
  );
};
