import type { MemberRole } from '@tollgate/contract/people/rights';

/**
 * Whose records somebody may see and change. `operator`: everything. `account`: those of one account, or of one of its
 * sub-accounts. What a role may do among them is for the interface to ask that gives it out (`contract/src/people/rights.ts`).
 */
type Scope =
  | { readonly kind: 'operator' }
  | {
      readonly kind: 'account';
      readonly accountId: string;
      /** `null`: the whole account. */
      readonly subAccountId: string | null;
      readonly role: MemberRole;
    };

/**
 * Who asks. An interface makes it from the credential that it has checked, never from anything else that a request says of
 * itself.
 */
export interface Principal {
  /** For the audit log: `admin-token`, `first-start`, `environment`, or a person's e-mail address. */
  readonly name: string;
  readonly sourceIp: string | null;
  readonly scope: Scope;
}

/** A principal that may do everything. */
export function operator(name: string, sourceIp: string | null = null): Principal {
  return { name, sourceIp, scope: { kind: 'operator' } };
}
