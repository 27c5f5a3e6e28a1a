import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { hasRight } from '@tollgate/contract/people/rights';
import { useState, type ReactNode } from 'react';
import { useAccount } from '../../../api/current-account.ts';
import { keysOf } from '../../../api/keys.ts';
import { deleteSubAccount, subAccountQuery, subAccountsOf, type OwnSubAccount } from '../../../api/sub-accounts.ts';
import { Loading, useCause } from '../../../components/errors/error-state.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressPart } from '../../../components/links/address-state.ts';
import { AppLink, LinkButton, useGo } from '../../../components/links/app-link.tsx';
import { Barrier } from '../../../components/tenants/barrier.tsx';
import { useZoneName } from '../../../components/time/time-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { ConfirmTyped } from '../../../ui/windows/confirm-typed.tsx';
import { KeysOf, MembersOf } from './sub-account-parts.tsx';
import { SubAccountSettings } from './sub-account-settings.tsx';
import './sub-accounts.css';
import { texts } from './texts.ts';

/** One sub-account: spending, limits, keys and members. */
export default function SubAccountPage() {
  const t = useTexts(texts);
  const account = useAccount();
  const found = useQuery(subAccountQuery(account.id, useAddressPart('subAccountId')));
  const crumb = <AppLink to={paths.subAccounts}>{t.title}</AppLink>;
  if (found.data === undefined)
    return (
      <>
        <PageHead title={t.title} />
        <Loading of={found} what={t.failed} height={560} />
      </>
    );
  return <ShownSubAccount key={found.data.id} record={found.data} crumb={crumb} />;
}

function ShownSubAccount({ record, crumb }: { readonly record: OwnSubAccount; readonly crumb: ReactNode }) {
  const t = useTexts(texts);
  const account = useAccount();
  const isBound = account.sub_account_id !== null;
  const isDeleted = record.status === 'deleted';
  const mayWrite = hasRight('sub-accounts.write', account.role, isBound) && !isDeleted;
  return (
    <>
      <PageHead title={record.name} crumb={crumb}>
        {mayWrite ? <DeleteButton record={record} /> : null}
        <span className="grow" />
        <LinkButton to={paths.calls({ sub_account_id: record.id })} icon="log">
          {t.inLog}
        </LinkButton>
      </PageHead>
      {isDeleted ? <Notice>{t.isDeleted}</Notice> : null}
      <Use record={record} />
      <div className="cols">
        {mayWrite ? <SubAccountSettings record={record} /> : null}
        <div className="stack">
          {hasRight('keys.read', account.role, isBound) ? <KeysOf record={record} /> : null}
          {hasRight('members.read', account.role, isBound) ? <MembersOf record={record} /> : null}
        </div>
      </div>
    </>
  );
}

function Use({ record }: { readonly record: OwnSubAccount }) {
  const t = useTexts(texts);
  return (
    <Sheet title={t.use} right={<span className="quiet wide">{t.zone(useZoneName())}</span>}>
      <div className="sub-use">
        <div>
          <h3>{t.dayCap}</h3>
          <Barrier spent={record.spent_today} cap={record.daily_cap} label={`${record.name} ${t.today}`} />
        </div>
        <div>
          <h3>{t.monthCap}</h3>
          <Barrier spent={record.spent_this_month} cap={record.monthly_cap} label={`${record.name} ${t.month}`} />
        </div>
      </div>
    </Sheet>
  );
}

function DeleteButton({ record }: { readonly record: OwnSubAccount }) {
  const t = useTexts(texts);
  const account = useAccount();
  const client = useQueryClient();
  const go = useGo();
  const [isAsking, setAsking] = useState(false);
  const removal = useMutation({
    mutationFn: () => deleteSubAccount(account.id, record.id),
    onSuccess: async () => {
      await Promise.all(
        [subAccountsOf(account.id), keysOf(account.id)].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
      toast(t.removed(record.name));
      go(paths.subAccounts);
    },
  });
  const cause = useCause(removal.error);
  return (
    <>
      <Button
        look="danger"
        onClick={() => {
          setAsking(true);
        }}
      >
        {t.remove}
      </Button>
      {isAsking ? (
        <ConfirmTyped
          title={t.removeTitle(record.name)}
          word={record.name}
          verb={t.remove}
          isBusy={removal.isPending}
          error={removal.error === null ? undefined : cause}
          onConfirm={() => {
            removal.mutate();
          }}
          onClose={() => {
            setAsking(false);
          }}
        >
          {t.removeText}
        </ConfirmTyped>
      ) : null}
    </>
  );
}
