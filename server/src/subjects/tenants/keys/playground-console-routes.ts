import { tenantsRoutes } from '@tollgate/contract/tenants/console-routes';
import { addRoute } from '../../../control-http/add-route.ts';
import { lendKey } from './lend-key.ts';
import { showTime } from '../../../control/show-time.ts';
import type { ConsoleResource } from '../../../console-api/console-deps.ts';
import { principalOf, signedInOf } from '../../../console-api/request-principal.ts';

export const playgroundResource: ConsoleResource = (app, { control }) => {
  addRoute(app, tenantsRoutes.lendKey, async (request) => {
    const { person, sessionId } = signedInOf(request);
    const by = { userId: person.id, sessionId };
    const { value, untilMs } = await lendKey(control, principalOf(request), request.params.keyId, by);
    return { key: value, expires_at: showTime(untilMs) };
  });
};
