import { newsRoutes } from '@tollgate/contract/news/console-routes';
import { addRoute } from '../../control-http/add-route.ts';
import { setNewsMail, wantsNewsMail } from './news-mail.ts';
import type { ConsoleResource } from '../../console-api/console-deps.ts';
import { signedInOf, sourceOf } from '../../console-api/request-principal.ts';

/** Whether the signed-in person receives announcements by mail. */
export const newsMailResource: ConsoleResource = (app, deps) => {
  const { control } = deps;

  addRoute(app, newsRoutes.readNewsMail, async (request) => ({
    wanted: await wantsNewsMail(control, signedInOf(request).person.email),
  }));

  addRoute(app, newsRoutes.putNewsMail, async (request) => {
    const { email } = signedInOf(request).person;
    const who = { name: email, sourceIp: sourceOf(deps, request) };
    await setNewsMail(control, who, { address: email, isWanted: request.body.wanted });
    return { wanted: request.body.wanted };
  });
};
