import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAccount } from '../../../api/current-account.ts';
import { keysQuery } from '../../../api/keys.ts';
import { membersQuery } from '../../../api/members.ts';
import type { OwnSubAccount } from '../../../api/sub-accounts.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { AppLink, LinkButton } from '../../../components/links/app-link.tsx';
import { roleTexts } from '../../../components/people/role-texts.ts';
import { Barrier } from '../../../components/tenants/barrier.tsx';
import { KeyState } from '../../../components/tenants/key-state.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths, withQuery } from '../../../paths.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { texts } from './texts.ts';

interface AskedProps {
  readonly rows: readonly ReactNode[] | undefined;
  readonly error: unknown;
  readonly failed: string;
  readonly onRetry: () => void;
  readonly empty: ReactNode;
}

function Asked({ rows, error, failed, onRetry, empty }: AskedProps) {
  if (rows === undefined) return <Loading of={{ error, refetch: onRetry }} what={failed} height={120} />;
  return rows.length === 0 ? <EmptyState>{empty}</EmptyState> : <ul className="sub-list">{rows}</ul>;
}

/** Keys of the sub-account, with today's spending. */
export function KeysOf({ record }: { readonly record: OwnSubAccount }) {
  const t = useTexts(texts);
  const account = useAccount();
  const keys = useQuery(keysQuery(account.id, { sub_account_id: record.id }));
  const rows = keys.data?.rows.map((key) => (
    <li key={key.id}>
      <AppLink to={paths.key(key.id)}>
        <b>{key.remark || key.prefix}</b>
      </AppLink>
      <span>
        <KeyState record={key} isShort />
      </span>
      <Barrier spent={key.spent_today} cap={key.daily_cap} label={`${key.remark} ${t.today}`} />
    </li>
  ));
  return (
    <Sheet
      title={t.keys}
      right={
        record.status === 'deleted' ? undefined : (
          <LinkButton to={withQuery(paths.keys, { create: 'test', sub_account_id: record.id })} icon="plus">
            {t.createKey}
          </LinkButton>
        )
      }
      foot={t.keysNote}
    >
      <Asked rows={rows} error={keys.error} failed={t.failedKeys} onRetry={() => void keys.refetch()} empty={t.noKeys} />
    </Sheet>
  );
}

/** Members limited to the sub-account. */
export function MembersOf({ record }: { readonly record: OwnSubAccount }) {
  const t = useTexts(texts);
  const roles = useTexts(roleTexts);
  const account = useAccount();
  const members = useQuery(membersQuery(account.id));
  const rows = members.data
    ?.filter(({ sub_account_id: part }) => part === record.id)
    .map(({ user_id: id, name, email, role }) => (
      <li key={id}>
        <b>{name ?? email}</b>
        <span className="quiet">{roles[role]}</span>
        <span className="quiet cut">{email}</span>
      </li>
    ));
  return (
    <Sheet title={t.members} right={<AppLink to={paths.team}>{t.toTeam}</AppLink>}>
      <Asked
        rows={rows}
        error={members.error}
        failed={t.failedMembers}
        onRetry={() => void members.refetch()}
        empty={t.noMembers}
      />
    </Sheet>
  );
}
