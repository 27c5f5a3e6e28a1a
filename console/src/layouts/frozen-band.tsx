import { useQuery } from '@tanstack/react-query';
import { freezeReasonText } from '@tollgate/contract/tenants/freeze-reasons';
import type { AccountOfSession } from '../api/session.ts';
import { siteQuery } from '../api/site.ts';
import { Time } from '../components/time/time.tsx';
import { useLanguage, useTexts } from '../i18n/texts.ts';
import { Notice } from '../ui/states/notice.tsx';
import { layoutTexts } from './layout-texts.ts';

/** Shown on every page while the account is frozen: reason, start, and whom to contact. */
export function FrozenBand({ account }: { readonly account: AccountOfSession | null }) {
  const { frozen: t } = useTexts(layoutTexts);
  const language = useLanguage();
  const frozen = account?.frozen ?? null;
  if (frozen === null) return null;
  const { reason, at } = frozen;
  return (
    <Notice isPaused>
      <b>{t.title}</b> {reason === null ? null : t.reason(freezeReasonText(reason, language))} {t.effect}{' '}
      {at === null ? null : (
        <>
          {t.since} <Time at={at} />
          {t.stop}{' '}
        </>
      )}
      <Contact />
    </Notice>
  );
}

function Contact() {
  const { frozen: t } = useTexts(layoutTexts);
  const { data: site } = useQuery(siteQuery);
  if (site === undefined) return null;
  const { support_email: email, support_phone: phone, support_hours: hours } = site;
  const others = [phone, hours].filter((text) => text !== '').join(' · ');
  if (email === '' && others === '') return t.ask;
  return (
    <>
      {t.contact} {email === '' ? null : <a href={`mailto:${email}`}>{email}</a>} {others}
    </>
  );
}
