import type { ReactNode } from 'react';
import type { OperatorRole, Role } from '../api/session.ts';
import { useBrand } from '../api/site.ts';
import { PageHeadPlace } from '../components/head/page-head.tsx';
import { AppLink } from '../components/links/app-link.tsx';
import { useTexts } from '../i18n/texts.ts';
import { paths } from '../paths.ts';
import { AntProvider } from '../theme/ant-provider.tsx';
import { Brand } from './brand.tsx';
import { CommandPalette } from './command-palette/command-palette.tsx';
import './frame.css';
import { layoutTexts } from './layout-texts.ts';
import type { PlaceGroup } from './navigation.ts';
import { NewsBar } from './news-bar.tsx';
import { PhoneTabs, RailNav } from './rail-nav.tsx';
import { Shortcuts } from './shortcuts.tsx';
import { TopBar } from './top-bar.tsx';

interface FrameProps {
  readonly groups: readonly PlaceGroup[];
  readonly role: Role | OperatorRole;
  readonly more: string;
  readonly isOperator?: boolean;
  /** Content above and below the navigation in the side bar. */
  readonly head: ReactNode;
  readonly foot: ReactNode;
  /** Last element of the top bar. */
  readonly bell?: ReactNode;
  readonly children: ReactNode;
}

/** Side bar and top bar around a page, and tabs on phones. */
export function Frame({ groups, role, more, isOperator = false, head, foot, bell, children }: FrameProps) {
  const t = useTexts(layoutTexts);
  const { service_name: name } = useBrand();
  return (
    <AntProvider>
      <PageHeadPlace>
        <a className="skip" href="#main">
          {t.skip}
        </a>
        <div className={isOperator ? 'frame operator' : 'frame'}>
          <aside className="rail">
            <AppLink className="brand" to={paths.home} aria-label={isOperator ? `${name} ${t.operator}` : name}>
              <Brand /> {isOperator ? <em>{t.operator}</em> : null}
            </AppLink>
            {head}
            <nav aria-label={t.main}>
              <RailNav groups={groups} role={role} />
            </nav>
            <div className="rail-foot">{foot}</div>
          </aside>
          <div className="stage">
            <TopBar>{bell}</TopBar>
            <NewsBar />
            <main id="main" tabIndex={-1}>
              {children}
            </main>
          </div>
          <PhoneTabs groups={groups} role={role} more={more} />
        </div>
        <CommandPalette />
        <Shortcuts />
      </PageHeadPlace>
    </AntProvider>
  );
}
