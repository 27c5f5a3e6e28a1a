import { operatorNoticesRoutes } from '@tollgate/contract/notices/operator-routes';
import { addRoute } from '../../control-http/add-route.ts';
import type { mailAnswer } from '@tollgate/contract/notices/mails';
import type { z } from 'zod';
import { namePlaces, readPage } from '../../control-http/paging.ts';
import { listMails, readMail, resendMail } from './mails.ts';
import type { MailRecord } from './mail-ports.ts';
import { showTime, showTimeOrNull } from '../../control/show-time.ts';
import { principalOf } from '../../admin-api/admin-auth.ts';
import type { AdminResource } from '../../admin-api/admin-deps.ts';
import { readFault } from './read-fault.ts';
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
    last_fault: readFault(mail.lastError),
    created_at: showTime(mail.createdAtMs),
    sent_at: showTimeOrNull(mail.sentAtMs),
  };
}

export const mailsResource: AdminResource = (app, deps) => {
  const { control } = deps;
  addRoute(app, operatorNoticesRoutes.listMails, async (request) => {
    const { query } = request;
    const filter = { state: query.state, recipient: query.recipient };
    const load = await listMails(control, principalOf(deps, request), filter);
    const { rows, next } = await readPage({ query, places, load });
    return { data: rows.map(mailView), next };
  });

  addRoute(app, operatorNoticesRoutes.readMail, async (request) => {
    const { record, params } = await readMail(control, principalOf(deps, request), request.params.id);
    return { ...mailView(record), link: params?.url ?? null, params: params === null ? null : { ...params } };
  });

  addRoute(app, operatorNoticesRoutes.resendMail, async (request) =>
    mailView(await resendMail(control, principalOf(deps, request), request.params.id)),
  );
};
