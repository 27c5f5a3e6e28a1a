import type { SignInDatabase } from '../engine-calls.ts';

type Kind = SignInDatabase['kind'];

interface Types {
  /** The schema of the tables. */
  readonly at: string;
  readonly moment: string;
  readonly now: string;
  readonly flag: string;
  readonly whole: string;
  /** For tables that several processes share, in contrast to those in one process's memory. */
  readonly shared: string;
}

/** A crash of the server empties this table. That costs one window of counting, and saves a disk write per request. */
const attemptWindows =
  'create unlogged table auth."attemptWindow" ("key" text not null primary key, "startMs" bigint not null, "count" integer not null);';

const types: Readonly<Record<Kind, Types>> = {
  sqlite: { at: '', moment: 'date', now: '', flag: 'integer', whole: 'integer', shared: '' },
  postgres: {
    at: '"auth".',
    moment: 'timestamptz',
    now: ' default CURRENT_TIMESTAMP',
    flag: 'boolean',
    whole: 'bigint',
    shared: attemptWindows,
  },
};

/** One change of the sign-in tables. Never edit one that has been released. */
interface SchemaStep {
  readonly id: number;
  readonly name: string;
  readonly sql: (types: Types) => string;
}

const steps: readonly SchemaStep[] = [
  {
    id: 1,
    name: 'people and their sign-ins',
    // As the library generates it for its options and these plug-ins; a test compares both. Our own tables follow.
    sql: ({ at, moment, now, flag, whole, shared }) => `
create table ${at}"user" ("id" text not null primary key, "name" text not null, "email" text not null unique, "emailVerified" ${flag} not null, "image" text, "createdAt" ${moment}${now} not null, "updatedAt" ${moment}${now} not null, "twoFactorEnabled" ${flag}, "locale" text);
create table ${at}"session" ("id" text not null primary key, "expiresAt" ${moment} not null, "token" text not null unique, "createdAt" ${moment}${now} not null, "updatedAt" ${moment} not null, "ipAddress" text, "userAgent" text, "userId" text not null references ${at}"user" ("id") on delete cascade);
create table ${at}"account" ("id" text not null primary key, "accountId" text not null, "providerId" text not null, "userId" text not null references ${at}"user" ("id") on delete cascade, "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" ${moment}, "refreshTokenExpiresAt" ${moment}, "scope" text, "password" text, "createdAt" ${moment}${now} not null, "updatedAt" ${moment} not null);
create table ${at}"verification" ("id" text not null primary key, "identifier" text not null, "value" text not null, "expiresAt" ${moment} not null, "createdAt" ${moment}${now} not null, "updatedAt" ${moment}${now} not null);
create table ${at}"twoFactor" ("id" text not null primary key, "secret" text not null, "backupCodes" text not null, "userId" text not null references ${at}"user" ("id") on delete cascade, "verified" ${flag}, "failedVerificationCount" integer, "lockedUntil" ${moment});
create table ${at}"passkey" ("id" text not null primary key, "name" text, "publicKey" text not null, "userId" text not null references ${at}"user" ("id") on delete cascade, "credentialID" text not null, "counter" integer not null, "deviceType" text not null, "backedUp" ${flag} not null, "transports" text, "createdAt" ${moment}, "aaguid" text);
create index "session_userId_idx" on ${at}"session" ("userId");
create index "account_userId_idx" on ${at}"account" ("userId");
create index "verification_identifier_idx" on ${at}"verification" ("identifier");
create index "twoFactor_secret_idx" on ${at}"twoFactor" ("secret");
create index "twoFactor_userId_idx" on ${at}"twoFactor" ("userId");
create index "passkey_userId_idx" on ${at}"passkey" ("userId");
create index "passkey_credentialID_idx" on ${at}"passkey" ("credentialID");
-- An identity of a provider is one person's.
create unique index "account_of_provider" on ${at}"account" ("providerId", "accountId");
-- What may be used once only: codes of an authenticator, solved challenges.
create table ${at}"usedOnce" ("purpose" text not null, "value" text not null, "expiresAt" ${whole} not null, primary key ("purpose", "value"));
create index "usedOnce_expired" on ${at}"usedOnce" ("expiresAt");
-- Browsers that somebody has signed in from.
create table ${at}"knownDevice" ("userId" text not null references ${at}"user" ("id") on delete cascade, "device" text not null, "seenAt" ${whole} not null, primary key ("userId", "device"));
${shared}
`,
  },
  {
    id: 2,
    name: 'identities by issuer and subject',
    sql: ({ at }) => `
-- Only the program knows the issuer.
update ${at}"account" set "providerId" = 'oidc-of-any-issuer' where "providerId" = 'oidc';
`,
  },
];

export interface Step {
  readonly id: number;
  readonly name: string;
  readonly sql: string;
}

/** The changes for an engine, in order. */
export function schemaSteps(kind: Kind): readonly Step[] {
  return steps.map(({ id, name, sql }) => ({ id, name, sql: sql(types[kind]) }));
}
