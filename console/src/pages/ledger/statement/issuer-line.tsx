import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '../../../api/site.ts';
import { defineTexts, useTexts } from '../../../i18n/texts.ts';

const texts = defineTexts({ zh: { support: '客服' }, en: { support: 'Support' } });

/** Issuer and contact, on documents that leave the console. Empty until loaded. */
export function IssuerLine() {
  const t = useTexts(texts);
  const site = useQuery(siteQuery).data;
  if (site === undefined) return null;
  const contact = [site.support_email, site.support_phone].filter((text) => text !== '').join(' · ');
  const parts = [site.service_name, site.company_name, contact === '' ? '' : `${t.support} ${contact}`];
  return <>{parts.filter((text) => text !== '').join(' · ')}</>;
}
