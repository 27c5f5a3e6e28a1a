import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useAccount } from '../../../api/current-account.ts';
import { invitationsQuery, withdrawInvitation, type Invitation } from '../../../api/members.ts';
import { roleTexts } from '../../../components/people/role-texts.ts';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { texts } from './texts.ts';
import { useTeam } from './use-team.ts';

/** Invited people who have not joined yet. */
export function InvitationList() {
  const t = useTexts(texts);
  const words = useTexts(roleTexts);
  const account = useAccount();
  const { parts } = useTeam();
  const invitations = useQuery(invitationsQuery(account.id));
  const partOf = ({ sub_account_id: id }: Invitation): string =>
    parts.find(({ value }) => value === (id ?? ''))?.label ?? t.whole;
  const columns: readonly Column<Invitation>[] = [
    {
      id: 'email',
      head: t.email,
      cell: ({ email, inviter }) => (
        <>
          <b>{email}</b>
          <small className="block">{t.invited(inviter)}</small>
        </>
      ),
    },
    { id: 'role', head: t.role, width: '150px', cell: ({ role }) => words[role] },
    { id: 'scope', head: t.scope, width: '190px', cell: (row) => <span className="quiet">{partOf(row)}</span> },
    { id: 'until', head: t.until, width: '120px', isOptional: true, cell: ({ expires_at: at }) => <Time at={at} form="date" /> },
    {
      id: 'actions',
      head: <span className="sr">{t.actions}</span>,
      width: '120px',
      isActions: true,
      cell: (row) => <Withdraw invitation={row} />,
    },
  ];
  return (
    <Sheet title={t.invitations}>
      <DataTable
        label={t.invitations}
        columns={columns}
        rows={invitations.data}
        rowKey={({ id }) => id}
        rowHeight={52}
        narrow={(row) => (
          <div>
            <div className="l1">
              <b className="cut">{row.email}</b>
              <Withdraw invitation={row} />
            </div>
            <div className="l2">
              <span>
                {words[row.role]} · {partOf(row)}
              </span>
              <Time at={row.expires_at} form="date" />
            </div>
          </div>
        )}
        error={invitations.error}
        failed={t.failedInvitations}
        onRetry={() => void invitations.refetch()}
        empty={t.noInvitations}
      />
    </Sheet>
  );
}

function Withdraw({ invitation: { id, email } }: { readonly invitation: Invitation }) {
  const t = useTexts(texts);
  const account = useAccount();
  const client = useQueryClient();
  const { queryKey } = invitationsQuery(account.id);
  const withdraw = (): void => {
    client.setQueryData(queryKey, (known) => known?.filter((row) => row.id !== id));
    withdrawInvitation(account.id, id).then(
      () => {
        toast(t.withdrawn(email));
      },
      () => {
        toast(t.notWithdrawn(email));
        void client.invalidateQueries({ queryKey });
      },
    );
  };
  return (
    <Button look="plain" onClick={withdraw}>
      {t.withdraw}
    </Button>
  );
}
