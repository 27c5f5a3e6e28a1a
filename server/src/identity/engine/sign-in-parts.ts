import { createHmac } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Ask } from '../thread-link.ts';
import type { AttemptLimits } from './limits/attempt-limits.ts';
import type { EngineData, ServiceCalls } from './engine-calls.ts';
import type { OpenDatabase } from './database/open-database.ts';
import type { ProviderDiscovery } from './outside-providers/provider-discovery.ts';
import type { SignInTables } from './database/sign-in-tables.ts';

/** The dependencies of the rules of sign-in. */
export interface SignInParts {
  readonly data: EngineData;
  readonly database: OpenDatabase;
  /** The same database, for our own tables. */
  readonly own: Kysely<SignInTables>;
  readonly limits: AttemptLimits;
  readonly ask: Ask<ServiceCalls>;
  /** The endpoints of the outside provider; `null` if there is none. */
  readonly discovery: ProviderDiscovery | null;
}

/** Identifies a mailbox in a counter without revealing it. */
export function mailboxMark(secret: string, email: string): string {
  return createHmac('sha256', secret).update(`mailbox:${email.trim().toLowerCase()}`).digest('base64url').slice(0, 22);
}
