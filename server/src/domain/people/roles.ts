/** What a member of an account is in it. */
export const memberRoles = ['owner', 'admin', 'developer', 'finance'] as const;
export type MemberRole = (typeof memberRoles)[number];

/** What an operator may do: everything, read to help, or money. */
export const operatorRoles = ['administrator', 'support', 'finance'] as const;
export type OperatorRole = (typeof operatorRoles)[number];
