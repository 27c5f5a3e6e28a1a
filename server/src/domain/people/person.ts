import type { MemberRole, OperatorRole } from '@tollgate/contract/people/rights';

/** That a person belongs to an account. */
export interface Member {
  readonly accountId: string;
  readonly userId: string;
  readonly role: MemberRole;
  /** Not null: sees this sub-account alone. */
  readonly subAccountId: string | null;
  readonly createdAtMs: number;
}

/** Somebody who signs in. Their account is another matter: people belong to none, one or many. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
  readonly locale: 'zh' | 'en' | null;
  readonly twoFactorEnabled: boolean;
  readonly createdAtMs: number;
}

/** A sign-in that holds as of now. */
export interface SignedIn {
  readonly sessionId: string;
  readonly person: Person;
}

/** Somebody who runs the service, and how much of it. */
export interface OperatorRecord {
  readonly userId: string;
  readonly role: OperatorRole;
  readonly createdAtMs: number;
}
