import type { ReactNode } from 'react';
import { useBrand } from '../api/site.ts';
import { useShownHead } from '../components/head/page-head.tsx';
import { AppLink } from '../components/links/app-link.tsx';
import { useTexts } from '../i18n/texts.ts';
import { paths } from '../paths.ts';
import { commandKeys } from '../ui/command-key.ts';
import { Icon } from '../ui/pictures/icon.tsx';
import { Brand } from './brand.tsx';
import { openPalette } from './command-palette/command-palette-state.ts';
import { layoutTexts } from './layout-texts.ts';
import { Switches } from './switches.tsx';

const findKeys = commandKeys('K');

/** Location, search, language, theme, and further controls of the frame. */
export function TopBar({ children }: { readonly children?: ReactNode }) {
  const t = useTexts(layoutTexts);
  const { title, crumb } = useShownHead();
  const { service_name: name } = useBrand();
  return (
    <header className="top">
      <AppLink className="brand phone" to={paths.home} aria-label={name}>
        <Brand isSmall />
      </AppLink>
      <div className="crumb">
        {crumb === null ? null : (
          <>
            {crumb}
            <Icon name="right" />
          </>
        )}
        <h1>{title}</h1>
      </div>
      <div className="top-right">
        <button type="button" className="find" onClick={openPalette}>
          <Icon name="search" />
          <span>{t.search}</span> <kbd>{findKeys}</kbd>
        </button>
        <Switches />
        {children}
      </div>
    </header>
  );
}
