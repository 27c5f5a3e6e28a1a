import { useQuery } from '@tanstack/react-query';
import { siteQuery } from '../api/site.ts';
import { AppLink } from '../components/links/app-link.tsx';
import { useTexts } from '../i18n/texts.ts';
import { paths } from '../paths.ts';
import { layoutTexts } from './layout-texts.ts';

/** The operator's legal details at the bottom of public pages; empty if none are set. */
export function SiteFoot() {
  const { foot: t } = useTexts(layoutTexts);
  const site = useQuery(siteQuery).data;
  if (site === undefined) return null;
  const said = [site.company_name, site.support_phone, site.support_hours, site.public_security_number].filter(
    (text) => text !== '',
  );
  if (said.length === 0 && site.legal.length === 0 && site.icp_number === '' && site.support_email === '') return null;
  return (
    <footer className="land-foot">
      {said.map((text) => (
        <span key={text}>{text}</span>
      ))}
      {site.icp_number === '' ? null : (
        <a href="https://beian.miit.gov.cn/" rel="noreferrer">
          {site.icp_number}
        </a>
      )}
      {site.support_email === '' ? null : <a href={`mailto:${site.support_email}`}>{site.support_email}</a>}
      {site.legal.map((name) => (
        <AppLink key={name} to={paths[name]}>
          {t[name]}
        </AppLink>
      ))}
    </footer>
  );
}
