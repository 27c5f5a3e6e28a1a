import { accountLifeRoutes } from '@tollgate/contract/account-life/console-routes';
import { refusal } from '@tollgate/contract/refusals/refusal';
import { addRoute } from '../../control-http/add-route.ts';
import { beginClosing, readClosing, undoClosing } from './closing.ts';
import { closingView } from './closing-view.ts';
import type { ConsoleDeps, ConsoleResource } from '../../console-api/console-deps.ts';
import { principalOf, signedInOf } from '../../console-api/request-principal.ts';

/** @throws {ApiError} 400, 409, 429 */
function refuseUnproven(proven: Awaited<ReturnType<ConsoleDeps['proves']>>): void {
  if (proven === 'wrong') throw refusal('password_wrong', {}, { param: 'password' });
  if (proven === 'too_many') throw refusal('passwords_wrong', {}, { retryAfterSeconds: 900 });
  if (proven === 'sign_in_again') throw refusal('sign_in_too_old');
}

/** Account closure, which owners can start and cancel. */
export const closingResource: ConsoleResource = (app, { control, proves }) => {
  addRoute(app, accountLifeRoutes.readClosing, async (request) =>
    closingView(await readClosing(control, principalOf(request), request.params.accountId)),
  );

  addRoute(app, accountLifeRoutes.closeAccount, async (request) => {
    const { name, password = null } = request.body;
    const { accountId } = request.params;
    const principal = principalOf(request);
    // Checked before the password, so that people without the right learn nothing about it.
    await readClosing(control, principal, accountId);
    refuseUnproven(await proves(signedInOf(request), password));
    return closingView(await beginClosing(control, principal, { accountId, name }));
  });

  addRoute(app, accountLifeRoutes.withdrawClosing, async (request) =>
    closingView(await undoClosing(control, principalOf(request), request.params.accountId)),
  );
};
