import { accountParams } from '@tollgate/contract/console/account';
import { beginClosingRequest, closingAnswer } from '@tollgate/contract/console/closing';
import { ApiError } from '@tollgate/contract/errors';
import { answers } from '../control-http/route-schema.ts';
import { beginClosing, readClosing, takeClosingBack } from '../control/closing.ts';
import { closingView } from '../views/closing-view.ts';
import { accountPath } from './console-api.ts';
import type { ConsoleDeps, ConsoleResource } from './console-deps.ts';
import { principalOf, signedInOf } from './who-asks.ts';

const tags = ['Console: account'];
const who = 'account.close';
const path = `${accountPath}/closing`;

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
  app.get(
    path,
    {
      config: { who },
      schema: {
        tags,
        summary: 'Read how far an account is on its way out',
        params: accountParams,
        response: answers(closingAnswer),
      },
    },
    async (request) => closingView(await readClosing(control, principalOf(request), request.params.accountId)),
  );

  app.post(
    path,
    {
      config: { who },
      schema: {
        tags,
        summary: 'Close an account',
        description:
          'Keys are off at once. For seven days it can be taken back; then what is left is paid out and personal data is erased. Ledger, statements and issued invoices stay, as the law demands.',
        params: accountParams,
        body: beginClosingRequest,
        response: answers(closingAnswer),
      },
    },
    async (request) => {
      const { name, password = null } = request.body;
      const { accountId } = request.params;
      const principal = principalOf(request);
      // Before the password is asked for: whoever may not do it learns nothing about it.
      await readClosing(control, principal, accountId);
      refuseUnproven(await proves(signedInOf(request), password));
      return closingView(await beginClosing(control, principal, { accountId, name }));
    },
  );

  app.delete(
    path,
    {
      config: { who },
      schema: {
        tags,
        summary: 'Take the closing of an account back',
        description: 'Keys come back as they were.',
        params: accountParams,
        response: answers(closingAnswer),
      },
    },
    async (request) => closingView(await takeClosingBack(control, principalOf(request), request.params.accountId)),
  );
};
