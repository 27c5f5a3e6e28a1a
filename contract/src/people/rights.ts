/** Roles of a member in an account. */
export const memberRoles = ['owner', 'admin', 'developer', 'finance'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** Roles of an operator: full access, support with read access, or finance. */
export const operatorRoles = ['administrator', 'support', 'finance'] as const;
export type OperatorRole = (typeof operatorRoles)[number];
/** Operators who decide on money. */
export const moneyOperators = ['administrator', 'finance'] as const;

interface Right {
  readonly roles: readonly MemberRole[];
  /** Whether members limited to one sub-account have the right within that sub-account. */
  readonly boundToo: boolean;
}

const all = memberRoles;
const builders = ['owner', 'admin', 'developer'] as const;
const managers = ['owner', 'admin'] as const;
const payers = ['owner', 'admin', 'finance'] as const;

/** Rights of members in an account. Each API route requires one; the team page shows this table. */
export const accountRights = {
  'account.read': { roles: all, boundToo: true },
  'account.write': { roles: managers, boundToo: false },
  'balance.read': { roles: all, boundToo: false },
  'keys.read': { roles: builders, boundToo: true },
  'keys.write': { roles: builders, boundToo: true },
  'sub-accounts.read': { roles: all, boundToo: true },
  'sub-accounts.write': { roles: builders, boundToo: false },
  'calls.read': { roles: all, boundToo: true },
  'usage.read': { roles: all, boundToo: true },
  'exports.make': { roles: all, boundToo: true },
  'notices.read': { roles: all, boundToo: false },
  'members.read': { roles: all, boundToo: false },
  'members.write': { roles: managers, boundToo: false },
  'audit.read': { roles: managers, boundToo: false },
  'account.close': { roles: ['owner'], boundToo: false },
  'owners.write': { roles: ['owner'], boundToo: false },
  'money.read': { roles: payers, boundToo: false },
  'money.write': { roles: payers, boundToo: false },
  'payouts.write': { roles: ['owner'], boundToo: false },
  'requests.read': { roles: all, boundToo: false },
  'requests.write': { roles: managers, boundToo: false },
  'playground.use': { roles: builders, boundToo: true },
} as const satisfies Readonly<Record<string, Right>>;

export type AccountRight = keyof typeof accountRights;

/** @param isBound whether the member is limited to one sub-account. */
export function hasRight(right: AccountRight, role: MemberRole, isBound: boolean): boolean {
  const { roles, boundToo }: Right = accountRights[right];
  return roles.includes(role) && (boundToo || !isBound);
}
