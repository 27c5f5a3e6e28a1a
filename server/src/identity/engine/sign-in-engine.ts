import { systemClock } from '../../platform/clock.ts';
import type { Ask } from '../thread-link.ts';
import { answerRequest } from './answer-request.ts';
import { createChallenge } from './sign-up/challenge.ts';
import type { EngineCalls, EngineData, ServiceCalls } from './engine-calls.ts';
import { bindIdentities } from './outside-providers/identity-key.ts';
import { Library } from './library.ts';
import { createMemoryLimits } from './limits/memory-limits.ts';
import { openDatabase } from './database/open-database.ts';
import { openOutsideProvider } from './outside-providers/outside-provider.ts';
import { peopleCalls, personOf } from './people.ts';
import { provingCalls } from './proofs/proving.ts';
import { createPostgresLimits } from './limits/postgres-limits.ts';
import type { SignInParts } from './sign-in-parts.ts';

/** All sign-in operations on one database. */
export async function createSignInEngine(data: EngineData, ask: Ask<ServiceCalls>): Promise<EngineCalls> {
  const database = await openDatabase(data.database);
  const { kysely, schemaName } = database;
  const parts: SignInParts = {
    data,
    ask,
    database,
    own: schemaName === undefined ? kysely : kysely.withSchema(schemaName),
    discovery: openOutsideProvider({ data, ask }),
    limits: database.type === 'sqlite' ? createMemoryLimits(systemClock) : createPostgresLimits(kysely),
  };
  if (data.outside !== null) await bindIdentities(parts.own, data.outside.issuer);
  const library = new Library(parts);
  return {
    ...peopleCalls(parts, library),
    ...provingCalls(parts, library),
    handle: ({ siteName, ...asked }) => {
      library.call(siteName);
      return answerRequest(parts, library, asked);
    },
    async sessionOf({ origin, cookie }) {
      const found = await library.sessionOf(origin, cookie);
      return found === null ? null : { sessionId: found.session.id, person: personOf(found.user) };
    },
    challenge: () => createChallenge(parts),
    backup: async (path) => {
      await database.backup?.(path);
    },
    close: () => database.close(),
  };
}
