import { newsMailAnswer, newsMailRequest } from '@tollgate/contract/console/news-mail';
import { answers } from '../control-http/route-schema.ts';
import { setNewsMail, wantsNewsMail } from '../control/news-mail.ts';
import type { ConsoleResource } from './console-deps.ts';
import { signedInOf, sourceOf } from './who-asks.ts';

const tags = ['Console: messages'];

/** Whether whoever is signed in gets announcements by mail. */
export const newsMailResource: ConsoleResource = (app, deps) => {
  const { control } = deps;

  app.get(
    '/news-mail',
    {
      config: { who: 'signed-in' },
      schema: { tags, summary: 'Read whether announcements come by mail', response: answers(newsMailAnswer) },
    },
    async (request) => ({ wanted: await wantsNewsMail(control, signedInOf(request).person.email) }),
  );

  app.put(
    '/news-mail',
    {
      config: { who: 'signed-in' },
      schema: {
        tags,
        summary: 'Get announcements by mail, or not',
        description: 'Of the address signed in with. A link in each such mail ends them as well.',
        body: newsMailRequest,
        response: answers(newsMailAnswer),
      },
    },
    async (request) => {
      const { email } = signedInOf(request).person;
      const who = { name: email, sourceIp: sourceOf(deps, request) };
      await setNewsMail(control, who, { address: email, isWanted: request.body.wanted });
      return { wanted: request.body.wanted };
    },
  );
};
