import {
  actOnClosingRequest,
  adminClosingAnswer,
  adminClosingList,
  closeAccountRequest,
} from '@tollgate/contract/admin/closings';
import { answers, idParams } from '../control-http/route-schema.ts';
import { actOnClosing, beginClosing, listClosings, readClosing, type ClosingState } from '../control/closing.ts';
import type { Principal } from '../control/principal.ts';
import { findAccount } from '../control/within-scope.ts';
import { closingView } from '../views/closing-view.ts';
import { principalOf } from './admin-auth.ts';
import type { AdminDeps, AdminResource } from './admin-deps.ts';

const tags = ['Accounts'];
const path = '/accounts/:id/closing';

async function view({ control }: AdminDeps, principal: Principal, accountId: string, state: ClosingState) {
  const { account } = await findAccount(control, principal, accountId);
  return {
    ...closingView(state),
    ...{ account_id: accountId, account_name: account.name, settled: state.closing?.settled ?? null },
  };
}

/** Accounts on their way out. */
export const closingsResource: AdminResource = (app, deps) => {
  const { control } = deps;

  app.get(
    '/closings',
    {
      config: { operators: ['administrator', 'support', 'finance'] },
      schema: { tags, summary: 'List accounts that are being closed, and those that are', response: answers(adminClosingList) },
    },
    async (request) => {
      const principal = principalOf(deps, request);
      const closings = await listClosings(control, principal);
      const data = await Promise.all(
        closings.map(async ({ accountId }) => view(deps, principal, accountId, await readClosing(control, principal, accountId))),
      );
      return { data, next: null };
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
