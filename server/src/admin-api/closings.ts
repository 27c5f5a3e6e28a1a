import {
  actOnClosingRequest,
  adminClosingAnswer,
  adminClosingList,
  closeAccountRequest,
  closingsQuery,
} from '@tollgate/contract/admin/closings';
import { readPage, timePlaces } from '../control-http/paging.ts';
import { answers, idParams } from '../control-http/route-schema.ts';
import { actOnClosing, beginClosing, listClosings, readClosing, type ClosingState } from '../control/closing.ts';
import type { Closing } from '../control/closing-ports.ts';
import { closingWaitsFor } from '../control/closing-waits.ts';
import type { Principal } from '../control/principal.ts';
import { findAccount } from '../control/within-scope.ts';
import { closingView } from '../views/closing-view.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminDeps, AdminResource } from './admin-deps.ts';

const tags = ['Accounts'];
const path = '/accounts/:id/closing';
const places = timePlaces(({ dueAtMs, accountId }: Closing) => ({ atMs: dueAtMs, id: accountId }));

async function view({ control }: AdminDeps, principal: Principal, accountId: string, state: ClosingState) {
  const { account } = await findAccount(control, principal, accountId);
  return {
    ...closingView(state),
    ...{ account_id: accountId, account_name: account.name, settled: state.closing?.settled ?? null },
    waits_for: [...(await closingWaitsFor(control, principal, state))],
  };
}

/** Accounts on their way out. */
export const closingsResource: AdminResource = (app, deps) => {
  const { control } = deps;

  app.get(
    '/closings',
    {
      config: { operators: ['administrator', 'support', 'finance'] },
      schema: {
        tags,
        summary: 'List accounts that are being closed, or are',
        description: 'With what each waits for.',
        querystring: closingsQuery,
        response: answers(adminClosingList),
      },
    },
    async (request) => {
      const principal = principalOf(deps, request);
      const { state = 'open', ...query } = request.query;
      const load = await listClosings(control, principal, state);
      const { rows, next } = await readPage({ query, places, load });
      const data = await Promise.all(
        rows.map(async ({ accountId }) => view(deps, principal, accountId, await readClosing(control, principal, accountId))),
      );
      return { data, next };
    },
  );

  app.get(
    path,
    {
      config: { operators: ['administrator', 'support', 'finance'] },
      schema: {
        tags,
        summary: 'Read how far an account is on its way out',
        params: idParams,
        response: answers(adminClosingAnswer),
      },
    },
    async (request) => {
      const principal = principalOf(deps, request);
      const { id } = request.params;
      return view(deps, principal, id, await readClosing(control, principal, id));
    },
  );

  app.post(
    path,
    {
      schema: {
        tags,
        summary: 'Close an account',
        description: 'As an owner does, with a reason for the audit log. It can be taken back for seven days.',
        params: idParams,
        body: closeAccountRequest,
        response: answers(adminClosingAnswer),
      },
    },
    async (request) => {
      const principal = principalOf(deps, request);
      const { id } = request.params;
      const { reason } = request.body;
      return view(deps, principal, id, await beginClosing(control, principal, { accountId: id, name: null, reason }));
    },
  );

  app.patch(
    path,
    {
      schema: {
        tags,
        summary: 'Take a closing back, hasten it, or say that nothing is left to be paid out',
        params: idParams,
        body: actOnClosingRequest,
        response: answers(adminClosingAnswer),
      },
    },
    async (request) => {
      const principal = principalOf(deps, request);
      const { id } = request.params;
      return view(deps, principal, id, await actOnClosing(control, principal, { accountId: id, ...request.body }));
    },
  );
};
