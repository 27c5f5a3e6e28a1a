import type { MemberRole } from '@tollgate/contract/people/rights';

/**
 * Which records a principal may see and change. `operator`: all. `account`: those of one account, or of one of its sub-accounts. The API
 * that grants the scope checks what a role may do within it (`contract/src/people/rights.ts`).
 */
type Scope =
  | { readonly kind: 'operator' }
  | {
      readonly kind: 'account';
      readonly accountId: string;
      /** `null` for the whole account. */
      readonly subAccountId: string | null;
      readonly role: MemberRole;
    };

/** The requester. An API creates it from the credential that it has checked, never from other data of the request. */
export interface Principal {
  /** For the audit log: `admin-token`, `first-start`, `environment`, or a person's e-mail address. */
  readonly name: string;
  readonly sourceIp: string | null;
  readonly scope: Scope;
}

/** A principal with all rights. */
export function operator(name: string, sourceIp: string | null = null): Principal {
  return { name, sourceIp, scope: { kind: 'operator' } };
}
