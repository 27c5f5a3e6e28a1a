import type { ModelKind } from '@tollgate/contract/enumerations';
import { nearestName } from './nearest-name.ts';
import { readSettings, type ValuesOf } from './setting.ts';
import { limitSettings, serviceSettings } from './settings.ts';

/** Every limit of the service; names end with the unit, such as milliseconds and bytes. */
export type Limits = ValuesOf<typeof limitSettings>;

/** The configuration, read once at start and frozen. `usdCny`: nano-CNY per USD. `marginPpm`: parts per million. */
export type Config = ValuesOf<typeof serviceSettings> & { readonly limits: Limits };

type ConfigResult = { readonly ok: true; readonly config: Config } | { readonly ok: false; readonly faults: readonly string[] };

/** Variables of the same prefix that belong to the command line. */
const clientVariables = ['TOLLGATE_URL'];

/** Variables that Kubernetes adds to every container if a service is called "tollgate". */
const clusterVariable = /^TOLLGATE_(?:SERVICE_(?:HOST|PORT)|PORT_\d+_)/;

/** Names of all variables, for the documents' check. */
export const knownVariables: readonly string[] = [...Object.values(serviceSettings), ...Object.values(limitSettings)].map(
  (setting) => setting.name,
);

/**
 * Reads the environment. All faults are reported together, one sentence each with its fix; no sentence contains a secret's value. An
 * unknown variable with our prefix is a fault, because a mistyped limit would be no limit.
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>): ConfigResult {
  const faults = unknownNames(env);
  const service = readSettings(serviceSettings, env, faults);
  const limits = readSettings(limitSettings, env, faults);
  // Both may be 0, which means any free port. An invalid port is reported separately.
  if (typeof service.consolePort === 'number' && service.consolePort !== 0 && service.consolePort === service.port) {
    faults.push('TOLLGATE_CONSOLE_PORT must differ from TOLLGATE_PORT. Choose another port or remove it.');
  }
  if (typeof service.smtpUrl === 'string' && service.mailFrom === null)
    faults.push('TOLLGATE_SMTP_URL needs TOLLGATE_MAIL_FROM. Set it, for example to Tollgate <no-reply@example.com>.');
  faults.push(...addressFaults(service), ...fleetFaults(service), ...signInFaults(service));
  if (faults.length > 0) return { ok: false, faults };
  const config: Config = Object.freeze({ ...service, limits: Object.freeze(limits) });
  return { ok: true, config };
}

/**
 * Time-outs of one upstream attempt. An answer that is not streamed usually arrives as a whole after all the work, so its first byte may
 * take as long as the whole. The same applies to the first step of an image.
 */
export function upstreamTimeouts(limits: Limits, kind: ModelKind, stream: boolean) {
  const ofText = stream ? limits.streamTotalTimeoutMs : limits.totalTimeoutMs;
  const totalTimeoutMs = kind === 'image' ? limits.imageTotalTimeoutMs : ofText;
  return {
    connectTimeoutMs: limits.connectTimeoutMs,
    firstByteTimeoutMs: stream && kind !== 'image' ? limits.firstByteTimeoutMs : totalTimeoutMs,
    idleTimeoutMs: limits.idleTimeoutMs,
    totalTimeoutMs,
  };
}

/** The console is served only at the root of a host; the model API may have a path. */
function addressFaults({ publicUrls, consoleUrl }: ValuesOf<typeof serviceSettings>): string[] {
  // An invalid URL is reported separately.
  const below = Object.values((publicUrls as typeof publicUrls | undefined) ?? {}).find(
    (url) => url !== null && new URL(url).pathname !== '/',
  );
  if (below === undefined || below === null || consoleUrl !== null) return [];
  return [
    `TOLLGATE_PUBLIC_URLS has a path (${below}), where the console does not work. Remove the path, or set TOLLGATE_CONSOLE_URL to an address without one.`,
  ];
}

/** Settings that a single node creates itself, and that several nodes must have configured. */
function fleetFaults({ databaseUrl, redisUrl, workers, secret, adminToken }: ValuesOf<typeof serviceSettings>): string[] {
  const faults: string[] = [];
  if (typeof redisUrl === 'string' && databaseUrl === null)
    faults.push(
      'TOLLGATE_REDIS_URL needs TOLLGATE_DATABASE_URL, because nodes share a database. Set both, or neither for a single process.',
    );
  if (workers > 1 && (databaseUrl === null || redisUrl === null))
    faults.push('TOLLGATE_WORKERS above 1 needs TOLLGATE_DATABASE_URL and TOLLGATE_REDIS_URL. Set both, or remove it.');
  if (typeof databaseUrl === 'string' && secret === null)
    faults.push('TOLLGATE_DATABASE_URL needs TOLLGATE_SECRET, the same on every node. Generate it with: openssl rand -hex 32.');
  if (typeof databaseUrl === 'string' && adminToken === null)
    faults.push(
      'TOLLGATE_DATABASE_URL needs TOLLGATE_ADMIN_TOKEN, the same on every node. Generate it with: openssl rand -hex 32.',
    );
  return faults;
}

/** An identity provider needs all three settings or none. */
function signInFaults({ oidcIssuer, oidcClientId, oidcClientSecret }: ValuesOf<typeof serviceSettings>): string[] {
  const parts = [oidcIssuer, oidcClientId, oidcClientSecret];
  // An invalid setting is reported separately.
  if (parts.includes(undefined as never) || parts.every((part) => part === null) || !parts.includes(null)) return [];
  return [
    'TOLLGATE_OIDC_ISSUER, TOLLGATE_OIDC_CLIENT_ID and TOLLGATE_OIDC_CLIENT_SECRET must be set together. Set all three, or none.',
  ];
}

function unknownNames(env: Readonly<Record<string, string | undefined>>): string[] {
  const known = new Set([...knownVariables, ...clientVariables]);
  const faults: string[] = [];
  for (const name of Object.keys(env)) {
    if (known.has(name) || clusterVariable.test(name)) continue;
    const ours = name.toUpperCase().startsWith('TOLLGATE_');
    const nearest = nearestName(name, knownVariables, ours ? 6 : 2);
    if (!ours && nearest === null) continue;
    const meant = nearest === null ? 'Remove it; docs/configuration.md lists the variables.' : `Did you mean ${nearest}?`;
    faults.push(`${name} is not a variable of this service. ${meant}`);
  }
  return faults;
}
