import { readDomains } from '@tollgate/contract/site/site-settings';
import { createSignInMails } from '../security-notices.ts';
import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { SignInDeps } from '../../subjects/people/auth-routes.ts';
import type { ConsoleDeps } from '../../console-api/console-deps.ts';
import type { ControlContext } from '../../control/control-context.ts';
import { createFirstAdministrator } from '../../subjects/people/first-administrator.ts';
import type { FirstAdministrator } from '../../subjects/people/first-administrator-ports.ts';
import { isInvited } from '../../subjects/people/invitations.ts';
import { operatorRoleOf } from '../../subjects/people/operators.ts';
import type { TrialRules } from '../../domain/people/trial-rules.ts';
import { createSignUpMarks } from '../../domain/people/sign-up-marks.ts';
import type { SourceIp } from '../../domain/limits/source-ip.ts';
import { createFailedAttempts } from '../../domain/limits/failed-attempts.ts';
import type { EngineData, SignUpRules } from '../../identity/engine/engine-calls.ts';
import { signUpModes, type Identity } from '../../identity/identity.ts';
import { openIdentity } from '../../identity/open-identity.ts';
import type { PublicDeps } from '../../public-api/public-deps.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import { ownerNumber, signInFile } from '../../storage/sqlite/check-sign-in-file.ts';
import { consoleOrigins } from '../console-origins.ts';
import type { StorageParts } from './storage-parts.ts';

interface SignInOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The installation's secret. */
  readonly secret: string;
  readonly installation: string;
  readonly storage: StorageParts;
  readonly control: ControlContext;
  /** The port of the console. */
  readonly consolePort: () => number;
}

function engineData({ config, secret, installation }: SignInOptions): EngineData {
  const { databaseUrl, dataDir, oidcIssuer, oidcClientId, oidcClientSecret, oidcName } = config;
  const isOutside = oidcIssuer !== null && oidcClientId !== null && oidcClientSecret !== null;
  return {
    database:
      databaseUrl === null
        ? { kind: 'sqlite', file: join(dataDir, signInFile), owner: ownerNumber(installation) }
        : { kind: 'postgres', url: databaseUrl },
    secret: Buffer.from(hkdfSync('sha256', secret, 'tollgate', 'sign-in', 32)).toString('hex'),
    outside: isOutside ? { issuer: oidcIssuer, clientId: oidcClientId, clientSecret: oidcClientSecret, name: oidcName } : null,
  };
}

/** The operator's settings take precedence over the configuration. While the database is unavailable, the last known ones apply. */
async function signUpRules(control: ControlContext, config: Config): Promise<SignUpRules> {
  const said = await control.site.lastKnown();
  const allowed = readDomains(said.sign_up_domains);
  return {
    mode: signUpModes.find((mode) => mode === said.sign_up) ?? config.signUp,
    domainsAllowed: allowed.length > 0 ? allowed : config.signUpDomains,
    domainsRefused: [...config.signUpDomainsRefused, ...readDomains(said.sign_up_domains_refused)],
    areDisposableAccepted: said.disposable_addresses === 'accepted',
  };
}

/** How people get access: sign-in itself, and the creation of the first administrator. */
export interface SignInParts {
  readonly identity: Identity;
  readonly firstAdministrator: FirstAdministrator;
  /** The origin of links to the console. */
  readonly consoleOrigin: () => string;
}

/** Creates sign-in as configured. */
export function createSignIn(options: SignInOptions): SignInParts {
  const { config, clock, logger, storage, control, consolePort } = options;
  const { stores } = storage;
  const origins = (): readonly string[] => consoleOrigins(config, consolePort());
  const identity: Identity = openIdentity({
    data: engineData(options),
    origins,
    putMail: createSignInMails({
      engine: storage.engine,
      members: stores.members,
      mailStatements: stores.mailStatements,
      clock,
    }),
    mailLeaves: config.smtpUrl !== null,
    isInvited: ({ email }) => isInvited(control, email),
    isOperator: async ({ personId }) => (await operatorRoleOf(control, personId)) !== null,
    signUpRules: () => signUpRules(control, config),
    siteName: async () => (await control.site.lastKnown()).service_name,
    logger,
  });
  const firstAdministrator = createFirstAdministrator({
    context: control,
    settings: stores.settings,
    clock,
    ids: control.ids,
    makeVerified: (person) => identity.makeVerified(person),
  });
  return { identity, firstAdministrator, consoleOrigin: () => origins()[0] ?? '' };
}

/** The rules of the trial credit. */
function createTrialRules(config: Pick<Config, 'trialCreditsPerDay'>, secret: string): TrialRules {
  return { marksOf: createSignUpMarks(secret), perDayMax: config.trialCreditsPerDay };
}

interface ServedParts {
  readonly config: Config;
  readonly secret: string;
  readonly control: ControlContext;
  readonly logger: Logger;
  readonly sourceIp: SourceIp;
}

/** The dependencies of the console API and of sign-in. */
export function createConsoleDeps(
  { identity, firstAdministrator, consoleOrigin }: SignInParts,
  { config, secret, control, logger, sourceIp }: ServedParts,
): { readonly people: ConsoleDeps; readonly signIn: SignInDeps; readonly everybody: PublicDeps } {
  return {
    everybody: { control, consoleOrigin, sourceIp, locale: config.region === 'domestic' ? 'zh' : 'en', logger },
    people: {
      control,
      sourceIp,
      logger,
      consoleOrigin,
      people: identity,
      trials: createTrialRules(config, secret),
      signedIn: (request) => identity.sessionOf(request),
      proves: ({ person, sessionId }, password) => identity.proves({ personId: person.id, sessionId, password }),
      operatorRoleOf: (personId) => operatorRoleOf(control, personId),
    },
    signIn: {
      identity,
      firstAdministrator,
      sourceIp,
      openRequests: createFailedAttempts({ attemptsPerMinute: 30 }),
      freshDevice: () => control.ids.secret(22),
    },
  };
}
