import { accountParams } from '@tollgate/contract/console/account';
import { lentKeyAnswer } from '@tollgate/contract/console/playground';
import { z } from 'zod';
import { answers } from '../control-http/route-schema.ts';
import { lendKey } from '../control/lend-key.ts';
import { showTime } from '../control/tenant-settings.ts';
import { accountPath } from './console-api.ts';
import type { ConsoleResource } from './console-deps.ts';
import { principalOf, signedInOf } from './who-asks.ts';

export const playgroundResource: ConsoleResource = (app, { control }) => {
  app.post(
    `${accountPath}/keys/:keyId/lend`,
    {
      config: { who: 'playground.use' },
      schema: {
        tags: ['Console: playground'],
        summary: 'Lend a key to the playground',
        description:
          'A value that works like the key for 15 minutes, while the caller stays signed in and may use the playground. Its calls count as calls of the key: same limits, charges and log.',
        params: accountParams.extend({ keyId: z.string().max(64) }),
        response: answers(lentKeyAnswer),
      },
    },
    async (request) => {
      const { person, sessionId } = signedInOf(request);
      const by = { userId: person.id, sessionId };
      const { value, untilMs } = await lendKey(control, principalOf(request), request.params.keyId, by);
      return { key: value, expires_at: showTime(untilMs) };
    },
  );
};
