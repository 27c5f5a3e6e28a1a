import { useLocation } from '@tanstack/react-router';
import docNames from 'virtual:docs/index';
import { useMaybeSession, type Session } from '../api/session.ts';
import { useLanguage, useTexts } from '../i18n/texts.ts';
import { paths } from '../paths.ts';
import type { IconName } from '../ui/pictures/icon.tsx';
import { layoutTexts } from './layout-texts.ts';
import { accountPlaces, isFor, operatorPlaces } from './navigation.ts';
import { paletteTexts } from './palette-texts.ts';

export interface Found {
  readonly to: string;
  readonly icon: IconName;
  readonly label: string;
  readonly note: string;
  /** Opens a page outside the console. */
  readonly isOutside?: boolean;
}

const requestId = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;

type AllTexts = typeof layoutTexts.zh & typeof paletteTexts.zh;

function ownPlaces(session: Session, t: AllTexts): Found[] {
  const role = session.accounts[0]?.role ?? null;
  const groups = [...(role === null ? [] : accountPlaces), ...(session.operator === null ? [] : operatorPlaces)];
  const places = groups.flatMap((group) => group.places).filter((place) => role === null || isFor(place, role));
  return [
    ...places.map(({ to, icon, name }): Found => ({ to, icon, label: t.places[name], note: t.page })),
    ...(role === null ? [] : [{ to: paths.createKey(), icon: 'plus' as const, label: t.newKey, note: t.action }]),
  ];
}

/** The matches of the typed words, best first. */
export function useFound(words: string): readonly Found[] {
  const t: AllTexts = { ...useTexts(layoutTexts), ...useTexts(paletteTexts) };
  const session = useMaybeSession();
  const { pathname } = useLocation();
  const language = useLanguage();
  const call = requestId.exec(words)?.[0]?.toLowerCase();
  if (call !== undefined && session !== null) {
    const isOperator = pathname.startsWith(paths.operator) || session.accounts.length === 0;
    return [{ to: isOperator ? paths.operatorCalls({ call }) : paths.call(call), icon: 'log', label: t.openCall, note: call }];
  }
  const all: Found[] = [
    ...(session === null ? [] : ownPlaces(session, t)),
    { to: paths.pricing, icon: 'model', label: t.pricing, note: t.page },
    { to: paths.docs, icon: 'info', label: t.docs, note: t.document },
    ...docNames[language].map(({ path, name }): Found => ({
      to: paths.doc(path),
      icon: 'info',
      label: name,
      note: t.document,
    })),
    { to: paths.guides, icon: 'info', label: t.guides, note: t.document },
    { to: paths.reference, icon: 'out', label: t.reference, note: t.document, isOutside: true },
  ];
  const wanted = words.trim().toLowerCase();
  return all.filter(
    ({ label, to }, at) =>
      (label.toLowerCase().includes(wanted) || to.includes(wanted)) && all.findIndex((one) => one.to === to) === at,
  );
}
