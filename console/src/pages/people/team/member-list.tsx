import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { useAccount } from '../../../api/current-account.ts';
import { membersQuery, patchMember, type Member, type PatchMemberRequest } from '../../../api/members.ts';
import { useWhy } from '../../../components/errors/error-state.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { roleTexts } from '../../../components/people/role-texts.ts';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { RemoveMember } from './remove-member.tsx';
import { texts } from './texts.ts';
import { useNameOf } from './use-name-of.ts';
import { canBeBound, useTeam } from './use-team.ts';

/** Changes the role of a member: shown at once, in effect from their next request on. The confirmation offers to undo it. */
function useChangeMember(): (member: Member, change: PatchMemberRequest, said: string) => void {
  const t = useTexts(texts);
  const account = useAccount();
  const client = useQueryClient();
  const nameOf = useNameOf();
  const why = useWhy();
  const { queryKey } = membersQuery(account.id);
  const show = (member: Member): void => {
    client.setQueryData(queryKey, (known) => known?.map((row) => (row.user_id === member.user_id ? member : row)));
  };
  const send = (member: Member, change: PatchMemberRequest, after: (changed: Member) => void): void => {
    patchMember(account.id, member.user_id, change).then(
      (changed) => {
        show(changed);
        after(changed);
      },
      (error: unknown) => {
        show(member);
        toast(t.notDone(nameOf(member), why(error)));
      },
    );
  };
  return (member, change, said) => {
    show({ ...member, ...change });
    send(member, change, (changed) => {
      toast(said, {
        undo: () => {
          send(changed, { role: member.role, sub_account_id: member.sub_account_id }, () => {
            toast(t.undone);
          });
        },
      });
    });
  };
}

/** Members of the account, with their roles and access. */
export function MemberList() {
  const t = useTexts(texts);
  const account = useAccount();
  const { query } = useAddressState();
  const members = useQuery(membersQuery(account.id));
  const columns = useColumns(members.data ?? []);
  return (
    <Sheet title={t.members} note={members.data === undefined ? undefined : t.count(members.data.length)}>
      <DataTable
        label={t.members}
        columns={columns}
        rows={members.data}
        rowKey={({ user_id: id }) => id}
        openKey={query.member}
        rowHeight={52}
        narrow={(member) => <NarrowMember member={member} all={members.data ?? []} />}
        error={members.error}
        failed={t.failed}
        onRetry={() => void members.refetch()}
        empty=""
      />
    </Sheet>
  );
}

function useColumns(all: readonly Member[]): readonly Column<Member>[] {
  const t = useTexts(texts);
  return [
    { id: 'person', head: t.person, cell: (member) => <Person member={member} /> },
    { id: 'role', head: t.role, width: '150px', cell: (member) => <RoleField member={member} all={all} /> },
    { id: 'scope', head: t.scope, width: '190px', cell: (member) => <ScopeField member={member} /> },
    {
      id: 'since',
      head: t.since,
      width: '120px',
      isOptional: true,
      cell: ({ created_at: at }) => <Time at={at} form="date" />,
    },
    {
      id: 'actions',
      head: <span className="sr">{t.actions}</span>,
      width: '120px',
      isActions: true,
      cell: (member) => <RemoveButton member={member} all={all} />,
    },
  ];
}

function Person({ member }: { readonly member: Member }) {
  const t = useTexts(texts);
  const name = useNameOf()(member);
  return (
    <>
      <b>{name}</b> {member.is_you ? <span className="chip">{t.you}</span> : null}
      {member.name === null ? null : <small className="block">{member.email}</small>}
    </>
  );
}

interface OfTeamProps {
  readonly member: Member;
  readonly all: readonly Member[];
}

const isLastOwner = ({ member, all }: OfTeamProps): boolean =>
  member.role === 'owner' && all.filter(({ role }) => role === 'owner').length === 1;

function RoleField({ member, all }: OfTeamProps) {
  const t = useTexts(texts);
  const words = useTexts(roleTexts);
  const { may, roles } = useTeam();
  const change = useChangeMember();
  const name = useNameOf()(member);
  const isFixed = !may('members.write') || (member.role === 'owner' && !may('owners.write')) || isLastOwner({ member, all });
  if (isFixed) return <span {...(isLastOwner({ member, all }) ? { title: t.lastOwner } : {})}>{words[member.role]}</span>;
  return (
    <Select
      className="full"
      aria-label={t.roleOf(name)}
      value={member.role}
      options={[...roles]}
      onChange={(role) => {
        const part = canBeBound(role) ? {} : { sub_account_id: null };
        change(member, { role, ...part }, t.roleSaid(name, words[role]));
      }}
    />
  );
}

function ScopeField({ member }: { readonly member: Member }) {
  const t = useTexts(texts);
  const { may, parts } = useTeam();
  const change = useChangeMember();
  const name = useNameOf()(member);
  const part = parts.find(({ value }) => value === (member.sub_account_id ?? ''));
  if (!may('members.write') || !canBeBound(member.role) || parts.length === 1)
    return <span className="quiet">{part?.label ?? member.sub_account_name ?? t.whole}</span>;
  return (
    <Select
      className="full"
      aria-label={t.scopeOf(name)}
      value={member.sub_account_id ?? ''}
      options={[...parts]}
      onChange={(value) => {
        const label = parts.find((each) => each.value === value)?.label ?? t.whole;
        change(member, { sub_account_id: value === '' ? null : value }, t.scopeSaid(name, label));
      }}
    />
  );
}

function RemoveButton({ member, all }: OfTeamProps) {
  const t = useTexts(texts);
  const { may } = useTeam();
  const [isAsking, setAsking] = useState(false);
  const mayRemove = member.is_you || (may('members.write') && (member.role !== 'owner' || may('owners.write')));
  if (!mayRemove || isLastOwner({ member, all })) return null;
  return (
    <>
      <Button
        look="plain"
        onClick={() => {
          setAsking(true);
        }}
      >
        {member.is_you ? t.leave : t.remove}
      </Button>
      {isAsking ? (
        <RemoveMember
          member={member}
          onClose={() => {
            setAsking(false);
          }}
        />
      ) : null}
    </>
  );
}

function NarrowMember({ member, all }: OfTeamProps) {
  return (
    <div className="narrow-member">
      <div className="l1">
        <div className="cut">
          <Person member={member} />
        </div>
        <RemoveButton member={member} all={all} />
      </div>
      <div className="fields">
        <RoleField member={member} all={all} />
        <ScopeField member={member} />
      </div>
    </div>
  );
}
