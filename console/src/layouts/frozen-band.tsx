import { freezeReasonText } from '@tollgate/contract/freeze-reasons';
import { useQuery } from '@tanstack/react-query';
import type { AccountOfSession } from '../api/session.ts';
import { siteQuery } from '../api/site.ts';
import { Time } from '../components/time.tsx';
import { useLanguage, useTexts } from '../i18n/texts.ts';
import { Notice } from '../ui/notice.tsx';
import { layoutTexts } from './layout-texts.ts';

/** Over every page while the operator has frozen the account: why, since when, and whom to contact. */
export function FrozenBand({ account }: { readonly account: AccountOfSession | null }) {
  const { frozen: t } = useTexts(layoutTexts);
  const language = useLanguage();
  const { data: site } = useQuery(siteQuery);
  if (account?.frozen == null) return null;
  const { reason, at } = account.frozen;
  const email = site?.support_email ?? '';
  const others = [site?.support_phone ?? '', site?.support_hours ?? ''].filter((text) => text !== '');
  return (
    <Notice isPaused>
      <b>{t.title}</b> {reason === null ? null : t.reason(freezeReasonText(reason, language))} {t.effect}{' '}
      {at === null ? null : (
        <>
          {t.since} <Time at={at} />
          {t.stop}{' '}
        </>
      )}
      {email === '' && others.length === 0 ? (
        t.ask
      ) : (
        <>
          {t.contact} {email === '' ? null : <a href={`mailto:${email}`}>{email}</a>} {others.join(' · ')}
        </>
      )}
    </Notice>
  );
}
