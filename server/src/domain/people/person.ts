import type { MemberRole, OperatorRole } from '@tollgate/contract/people/rights';

/** A person's membership in an account. */
export interface Member {
  readonly accountId: string;
  readonly userId: string;
  readonly role: MemberRole;
  /** If set, the person sees only this sub-account. */
  readonly subAccountId: string | null;
  readonly createdAtMs: number;
}

/** A person who signs in. People are independent of accounts: they can belong to none, one or many. */
export interface Person {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
  readonly locale: 'zh' | 'en' | null;
  readonly twoFactorEnabled: boolean;
  readonly createdAtMs: number;
}

/** A sign-in that is currently valid. */
export interface SignedIn {
  readonly sessionId: string;
  readonly person: Person;
}

/** A person who operates the service, and their role. */
export interface OperatorRecord {
  readonly userId: string;
  readonly role: OperatorRole;
  readonly createdAtMs: number;
}
