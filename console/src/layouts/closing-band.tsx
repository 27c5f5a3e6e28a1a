import type { AccountOfSession } from '../api/session.ts';
import { LinkButton } from '../components/links/app-link.tsx';
import { Time } from '../components/time/time.tsx';
import { useTexts } from '../i18n/texts.ts';
import { paths } from '../paths.ts';
import { Notice } from '../ui/states/notice.tsx';
import { layoutTexts } from './layout-texts.ts';

/** Shown on every page while the account is being closed. Calls are refused, and owners can still cancel. */
export function ClosingBand({ account }: { readonly account: AccountOfSession | null }) {
  const { closing: t } = useTexts(layoutTexts);
  const until = account?.closes_at ?? null;
  if (account === null || until === null) return null;
  return (
    <Notice isPaused remedy={account.role === 'owner' ? <LinkButton to={paths.account}>{t.see}</LinkButton> : undefined}>
      {t.at} <Time at={until} />
    </Notice>
  );
}
