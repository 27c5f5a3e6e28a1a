import { Navigate, Outlet } from '@tanstack/react-router';
import { useMaybeAccount } from '../api/current-account.ts';
import { useSession } from '../api/session.ts';
import { useTexts } from '../i18n/texts.ts';
import { paths } from '../paths.ts';
import { AccountSwitcher } from './account-switcher.tsx';
import { ClosingBand } from './closing-band.tsx';
import { Frame } from './frame.tsx';
import { FrozenBand } from './frozen-band.tsx';
import { layoutTexts } from './layout-texts.ts';
import { ImpersonationBand } from './impersonation-band.tsx';
import { accountPlaces } from './navigation.ts';
import { NoticeBell } from './notice-bell.tsx';
import { Purse } from './purse.tsx';

/** The frame around the pages of an account. */
export default function AccountLayout() {
  const { operator } = useSession();
  const account = useMaybeAccount();
  if (account === null && operator === null) return <NoAccount />;
  return (
    <Frame
      groups={account === null ? [] : accountPlaces}
      role={account?.role ?? 'finance'}
      more={paths.more}
      head={account === null ? null : <AccountSwitcher account={account} />}
      bell={account?.sub_account_id === null ? <NoticeBell accountId={account.id} /> : null}
      foot={account === null ? null : <Purse account={account} />}
    >
      <ImpersonationBand />
      <FrozenBand account={account} />
      <ClosingBand account={account} />
      {/* Mounted again for each account, so that no state of the previous one remains. */}
      <Outlet key={account?.id ?? ''} />
    </Frame>
  );
}

/** Shown to people without an account, before anything else. */
function NoAccount() {
  const t = useTexts(layoutTexts);
  const { invitations } = useSession();
  if (invitations.length > 0) return <Navigate to={paths.invite} replace />;
  return <p className="quiet no-account">{t.noAccount}</p>;
}
