import { hkdfSync } from 'node:crypto';
import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import type { MailOutbox } from '../domain/people/outgoing-mail.ts';
import type { EngineData } from '../identity/engine/engine-calls.ts';
import type { Identity } from '../identity/identity.ts';
import { createMemoryLimits } from '../identity/memory-limits.ts';
import { openIdentity } from '../identity/open-identity.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { localUrl, outsideAddresses } from './servers.ts';

interface IdentityPartsOptions {
  readonly config: Config;
  readonly clock: Clock;
  readonly logger: Logger;
  /** The installation's. */
  readonly secret: string;
  readonly outbox: MailOutbox;
  /** Where the console listens. */
  readonly consolePort: () => number;
}

function engineData(config: Config, secret: string): EngineData {
  const { databaseUrl, dataDir, oidcIssuer, oidcClientId, oidcClientSecret, oidcName } = config;
  const isOutside = oidcIssuer !== null && oidcClientId !== null && oidcClientSecret !== null;
  return {
    database:
      databaseUrl === null ? { kind: 'sqlite', file: join(dataDir, 'sign-in.sqlite') } : { kind: 'postgres', url: databaseUrl },
    secret: Buffer.from(hkdfSync('sha256', secret, 'tollgate', 'sign-in', 32)).toString('hex'),
    outside: isOutside ? { issuer: oidcIssuer, clientId: oidcClientId, clientSecret: oidcClientSecret, name: oidcName } : null,
    signUp: config.signUp,
    domainsAllowed: config.signUpDomains,
    domainsRefused: config.signUpDomainsRefused,
  };
}

/** The addresses at which people find the console; the first is the one that mails lead to. */
export function consoleOrigins(config: Config, consolePort: number): readonly string[] {
  const outside = outsideAddresses(config).map(({ url }) => new URL(url).origin);
  const configured = [...(config.consoleUrl === null ? [] : [new URL(config.consoleUrl).origin]), ...outside];
  return configured.length > 0 ? configured : [localUrl(config, consolePort)];
}

/** Sign-in, as the configuration wants it. */
export function createIdentity({ config, clock, logger, secret, outbox, consolePort }: IdentityPartsOptions): Identity {
  return openIdentity({
    data: engineData(config, secret),
    origins: () => consoleOrigins(config, consolePort()),
    limits: createMemoryLimits(clock),
    outbox,
    mailLeaves: config.smtpUrl !== null,
    isInvited: async () => false,
    logger,
  });
}
