import { useQuery } from '@tanstack/react-query';
import { hasRight, type AccountRight, type MemberRole } from '@tollgate/contract/people/rights';
import { useAccount } from '../../../api/current-account.ts';
import { subAccountsQuery } from '../../../api/sub-accounts.ts';
import { roleTexts } from '../../../components/people/role-texts.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { texts } from './texts.ts';

/** Whether a role can be limited to one sub-account. */
export function canBeBound(role: MemberRole): boolean {
  return role === 'developer' || role === 'finance';
}

interface Option<Value extends string> {
  readonly value: Value;
  readonly label: string;
}

interface Team {
  readonly may: (right: AccountRight) => boolean;
  /** The roles that the current user can assign. */
  readonly roles: readonly Option<MemberRole>[];
  /** The whole account (empty value), and its sub-accounts. */
  readonly parts: readonly Option<string>[];
}

/** What the current user can do with the team. */
export function useTeam(): Team {
  const t = useTexts(texts);
  const words = useTexts(roleTexts);
  const account = useAccount();
  const may = (right: AccountRight): boolean => hasRight(right, account.role, account.sub_account_id !== null);
  const parts = useQuery(subAccountsQuery(account.id)).data?.rows ?? [];
  const roles: readonly MemberRole[] = may('owners.write')
    ? ['owner', 'admin', 'developer', 'finance']
    : ['admin', 'developer', 'finance'];
  return {
    may,
    roles: roles.map((value) => ({ value, label: words[value] })),
    parts: [{ value: '', label: t.whole }, ...parts.map(({ id, name }) => ({ value: id, label: name }))],
  };
}
