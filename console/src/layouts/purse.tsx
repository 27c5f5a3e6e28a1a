import { useQuery } from '@tanstack/react-query';
import { hasRight } from '@tollgate/contract/people/rights';
import { balanceQuery } from '../api/own-account.ts';
import type { AccountOfSession } from '../api/session.ts';
import { AppLink } from '../components/links/app-link.tsx';
import { Money } from '../components/money/money.tsx';
import { useTexts } from '../i18n/texts.ts';
import { paths } from '../paths.ts';
import { layoutTexts } from './layout-texts.ts';

/** The balance, below the navigation of every page; links to the top-up page. */
export function Purse({ account }: { readonly account: AccountOfSession }) {
  const t = useTexts(layoutTexts);
  const mayPay = hasRight('money.write', account.role, account.sub_account_id !== null);
  const maySee = hasRight('balance.read', account.role, account.sub_account_id !== null);
  const { data } = useQuery({ ...balanceQuery(account.id), enabled: maySee, refetchInterval: 60_000 });
  if (data === undefined) return null;
  return (
    <AppLink className="purse" to={mayPay ? paths.topUp : paths.overview}>
      <small>{t.balance}</small>
      <Money amount={data.available} canFocus={false} />
      {mayPay ? <span>{t.topUp}</span> : null}
    </AppLink>
  );
}
