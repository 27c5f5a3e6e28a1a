import { accountLifeRoutes } from '@tollgate/contract/account-life/console-routes';
import { addRoute } from '../control-http/add-route.ts';
import { ApiError } from '@tollgate/contract/errors';
import { beginClosing, readClosing, takeClosingBack } from '../control/closing.ts';
import { closingView } from '../views/closing-view.ts';
import type { ConsoleDeps, ConsoleResource } from './console-deps.ts';
import { principalOf, signedInOf } from './who-asks.ts';

/** @throws {ApiError} 400, 409, 429 */
function refuseUnproven(proven: Awaited<ReturnType<ConsoleDeps['proves']>>): void {
  if (proven === 'wrong')
    throw new ApiError('invalid_parameter', {
      param: 'password',
      message: 'The password is not right. Enter the one you sign in with.',
    });
  if (proven === 'too_many')
    throw new ApiError('too_many_failed_attempts', {
      message: 'Too many attempts. Try again in 15 minutes.',
      retryAfterSeconds: 900,
    });
  if (proven === 'sign_in_again')
    throw new ApiError('conflict', {
      message: 'Sign out and in again, then close the account within ten minutes: you have no password that could be asked for.',
    });
}

/** The end of an account, which owners begin and take back. */
export const closingResource: ConsoleResource = (app, { control, proves }) => {
  addRoute(app, accountLifeRoutes.readClosing, async (request) =>
    closingView(await readClosing(control, principalOf(request), request.params.accountId)),
  );

  addRoute(app, accountLifeRoutes.closeAccount, async (request) => {
    const { name, password = null } = request.body;
    const { accountId } = request.params;
    const principal = principalOf(request);
    // Before the password is asked for: whoever may not do it learns nothing about it.
    await readClosing(control, principal, accountId);
    refuseUnproven(await proves(signedInOf(request), password));
    return closingView(await beginClosing(control, principal, { accountId, name }));
  });

  addRoute(app, accountLifeRoutes.withdrawClosing, async (request) =>
    closingView(await takeClosingBack(control, principalOf(request), request.params.accountId)),
  );
};
