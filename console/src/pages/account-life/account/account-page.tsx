import { hasRight } from '@tollgate/contract/people/rights';
import { useAccount } from '../../../api/current-account.ts';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { AccountSheet } from './account-sheet.tsx';
import './account.css';
import { ClosingSheet } from './closing-sheet.tsx';
import { DataSheet } from './data-sheet.tsx';
import { texts } from './texts.ts';

/** Name, data export and closure of the account. */
export default function AccountPage() {
  const t = useTexts(texts);
  const account = useAccount();
  const { id, role, sub_account_id: bound } = account;
  const isBound = bound !== null;
  return (
    <>
      <PageHead title={t.title} />
      {hasRight('account.write', role, isBound) ? (
        <AccountSheet accountId={id} />
      ) : (
        <Sheet>
          <EmptyState>{t.notAllowed}</EmptyState>
        </Sheet>
      )}
      {hasRight('account.close', role, isBound) ? (
        <>
          <DataSheet accountId={id} />
          <ClosingSheet account={account} />
        </>
      ) : null}
    </>
  );
}
