import { Outlet, useLocation } from '@tanstack/react-router';
import { useMaybeSession } from '../api/session.ts';
import { useBrand } from '../api/site.ts';
import { AppLink, LinkButton } from '../components/links/app-link.tsx';
import { useTexts } from '../i18n/texts.ts';
import { paths } from '../paths.ts';
import { Brand } from './brand.tsx';
import { CommandPalette } from './command-palette/command-palette.tsx';
import { layoutTexts } from './layout-texts.ts';
import './public-layout.css';
import { Shortcuts } from './shortcuts.tsx';
import { SiteFoot } from './site-foot.tsx';
import { StatusLight } from './status-light.tsx';
import { Switches } from './switches.tsx';

/** The frame of public pages. */
export default function PublicLayout() {
  const t = useTexts(layoutTexts);
  const { service_name: name } = useBrand();
  const { pathname } = useLocation();
  const session = useMaybeSession();
  const current = (path: string): 'page' | undefined => (pathname.startsWith(path) ? 'page' : undefined);
  return (
    <div className="land">
      <a className="skip" href="#main">
        {t.skip}
      </a>
      <header className="land-top">
        <AppLink className="brand" to={paths.home} aria-label={name}>
          <Brand />
        </AppLink>
        <nav aria-label={t.site}>
          <AppLink to={paths.pricing} aria-current={current(paths.pricing)}>
            {t.pricing}
          </AppLink>
          <AppLink to={paths.docs} aria-current={current(paths.docs) ?? current('/guides')}>
            {t.docs}
          </AppLink>
          <AppLink to={paths.status} aria-current={current(paths.status)} className="wide">
            {t.status} <StatusLight />
          </AppLink>
          <AppLink to={paths.announcements} aria-current={current(paths.announcements)} className="wide">
            {t.news}
          </AppLink>
          <a href={paths.reference}>{t.reference}</a>
        </nav>
        <div className="right">
          <Switches />
          {session === null ? (
            <>
              <LinkButton to={paths.signIn} className="wide">
                {t.signIn}
              </LinkButton>
              <LinkButton to={paths.signUp} look="primary">
                {t.signUp}
              </LinkButton>
            </>
          ) : (
            <LinkButton to={session.accounts.length === 0 ? paths.operator : paths.overview} look="primary">
              {t.console}
            </LinkButton>
          )}
        </div>
      </header>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
      <SiteFoot />
      <CommandPalette />
      <Shortcuts />
    </div>
  );
}
