import { registerConsoleApi } from '../../src/console-api/console-api.ts';
import type { ConsoleDeps } from '../../src/console-api/console-deps.ts';
import { consoleResources } from '../../src/subjects/console-resources.ts';
import { operatorRoleOf } from '../../src/subjects/people/operators.ts';
import { createSourceIp } from '../../src/domain/limits/source-ip.ts';
import type { Person } from '../../src/domain/people/person.ts';
import { createSignUpMarks } from '../../src/domain/people/sign-up-marks.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import { registerPublicApi } from '../../src/public-api/public-api.ts';
import { publicResources } from '../../src/subjects/public-resources.ts';
import type { ChangeLimits } from '../../src/storage/change-counts.ts';
import { startAdminBench, type AdminBench, type Answer } from '../admin/admin-bench.ts';

/** Sends requests as one person, or without a sign-in. */
export type Asks = (method: string, path: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

export interface PeopleBench extends AdminBench {
  /** A signed-in person, by default with a verified address. */
  person(id: string, own?: Partial<Person>): Asks;
  /** Ends the session of a person. */
  signOut(id: string): void;
  nobody: Asks;
  /** Sends requests to the admin API as an administrator. */
  admin: Asks;
}

interface PeopleBenchOptions {
  readonly trialsPerDay?: number;
  readonly onHead?: () => void;
  readonly changeLimits?: ChangeLimits;
  /** Whether a person proves their identity; by default they do. */
  readonly proves?: ConsoleDeps['proves'];
}

/** The console API and the admin API over real HTTP on a real database; a header names the signed-in person. */
export async function startPeopleBench({
  trialsPerDay = 1000,
  onHead,
  changeLimits,
  proves = () => Promise.resolve('proven'),
}: PeopleBenchOptions = {}): Promise<PeopleBench> {
  const people = new Map<string, Person>();
  const signedIn: ConsoleDeps['signedIn'] = ({ headers }) => {
    const person = people.get(String(headers['x-test-person']));
    return Promise.resolve(person === undefined ? null : { sessionId: `ses_${person.id}`, person });
  };
  const bench = await startAdminBench({
    ...(changeLimits === undefined ? {} : { changeLimits }),
    onHead: () => onHead?.(),
    signedInOperator: (control) => async (request) => {
      const who = await signedIn(request);
      const role = who === null ? null : await operatorRoleOf(control, who.person.id);
      return who === null || role === null ? null : { ...who, role };
    },
    beside(scope, control) {
      const deps: ConsoleDeps = {
        control,
        sourceIp: createSourceIp(['127.0.0.1']),
        signedIn,
        operatorRoleOf: () => Promise.resolve(null),
        people: {
          findPerson: (who) =>
            Promise.resolve(
              [...people.values()].find((one) => ('id' in who ? one.id === who.id : one.email === who.email)) ?? null,
            ),
        },
        proves,
        consoleOrigin: () => 'https://console.test',
        trials: { marksOf: createSignUpMarks('the secret of these tests'), perDayMax: trialsPerDay },
        logger: silentLogger,
      };
      registerConsoleApi(scope, deps, consoleResources);
      registerPublicApi(scope, { ...deps, locale: 'en' }, publicResources);
    },
  });
  const { origin } = new URL(bench.url);
  const nobody: Asks = (method, path, body, headers) =>
    bench.ask(method, `/api/console${path}`, body, { authorization: '', origin, ...headers });
  return {
    ...bench,
    nobody,
    admin: (method, path, body, headers) => bench.ask(method, `/api/admin${path}`, body, headers),
    signOut: (id) => void people.delete(id),
    person(id, own) {
      const email = `${id}@example.com`;
      people.set(id, {
        id,
        email,
        name: id,
        emailVerified: true,
        locale: null,
        twoFactorEnabled: false,
        createdAtMs: bench.clock.nowMs(),
        ...own,
      });
      return (method, path, body, headers) => nobody(method, path, body, { 'x-test-person': id, ...headers });
    },
  };
}
