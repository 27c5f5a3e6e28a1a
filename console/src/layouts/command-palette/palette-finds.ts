import { useLocation } from '@tanstack/react-router';
import docNames from 'virtual:docs/index';
import { useAccountOf } from '../../api/current-account.ts';
import { useMaybeSession } from '../../api/session.ts';
import { useLanguage, useTexts } from '../../i18n/texts.ts';
import { paths } from '../../paths.ts';
import type { IconName } from '../../ui/pictures/icon.tsx';
import { layoutTexts } from '../layout-texts.ts';
import { isFamiliar } from './familiar-words.ts';
import { accountPlaces, isFor, operatorPlaces, type PlaceName } from '../navigation.ts';
import { shownMax, type Seeker } from './palette-kinds.ts';
import { paletteTexts } from './palette-texts.ts';
import { useFoundObjects } from './use-found-objects.ts';

export interface Found {
  readonly id: string;
  readonly to: string;
  readonly icon: IconName;
  readonly label: string;
  /** Text below the label. */
  readonly line?: string;
  /** Text next to the label. */
  readonly note?: string;
  /** Opens a page outside the console. */
  readonly isOutside?: boolean;
}

export interface FoundGroup {
  readonly name: string;
  readonly title: string;
  /** Text next to the title. */
  readonly note?: string;
  readonly found: readonly Found[];
}

export interface AllFound {
  readonly groups: readonly FoundGroup[];
  readonly isSearching: boolean;
  /** Names of the lists that could not be loaded. */
  readonly failed: readonly string[];
  readonly onRetry: () => void;
}

const requestId = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/i;

type AllTexts = typeof layoutTexts.zh & typeof paletteTexts.zh;
interface Place extends Omit<Found, 'id'> {
  /** Set for pages of the navigation. */
  readonly name?: PlaceName;
}

/** The signed-in person; visitors have no account and no role. */
export function useSeeker(): Seeker {
  const session = useMaybeSession();
  return { account: useAccountOf(session), operator: session?.operator ?? null };
}

function ownPlaces({ account, operator }: Seeker, t: AllTexts): Place[] {
  const role = account?.role ?? null;
  const groups = [...(role === null ? [] : accountPlaces), ...(operator === null ? [] : operatorPlaces)];
  const places = groups.flatMap((group) => group.places).filter((place) => role === null || isFor(place, role));
  return [
    ...places.map(({ to, icon, name }): Place => ({ to, icon, label: t.places[name], note: t.page, name })),
    ...(role === null ? [] : [{ to: paths.createKey(), icon: 'plus' as const, label: t.newKey, note: t.action }]),
  ];
}

/** Pages and documents that match the typed words, best first. */
function usePlaces(words: string, seeker: Seeker): readonly Found[] {
  const t: AllTexts = { ...useTexts(layoutTexts), ...useTexts(paletteTexts) };
  const language = useLanguage();
  const all: Place[] = [
    ...ownPlaces(seeker, t),
    { to: paths.pricing, icon: 'model', label: t.pricing, note: t.page },
    { to: paths.docs, icon: 'info', label: t.docs, note: t.document },
    ...docNames[language].map(({ path, name }): Place => ({
      to: paths.doc(path),
      icon: 'info',
      label: name,
      note: t.document,
    })),
    { to: paths.guides, icon: 'info', label: t.guides, note: t.document },
    { to: paths.reference, icon: 'out', label: t.reference, note: t.document, isOutside: true },
  ];
  const wanted = words.trim().toLowerCase();
  return all
    .filter(
      ({ label, to, name }, at) =>
        (label.toLowerCase().includes(wanted) || to.includes(wanted) || (name !== undefined && isFamiliar(name, wanted))) &&
        all.findIndex((one) => one.to === to) === at,
    )
    .map(({ name: _name, ...place }) => ({ ...place, id: place.to }));
}

/** The call whose request id was typed; operators open it in the operator console. */
function useCall(words: string, { account, operator }: Seeker): Found | null {
  const t = useTexts(paletteTexts);
  const { pathname } = useLocation();
  const call = requestId.exec(words)?.[0]?.toLowerCase();
  if (call === undefined || (account === null && operator === null)) return null;
  const isOperators = pathname.startsWith(paths.operator) || account === null;
  return {
    id: call,
    to: isOperators ? paths.operatorCalls({ call }) : paths.call(call),
    icon: 'log',
    label: t.openCall,
    note: call,
  };
}

/** The matches of the typed words, by kind. */
export function useFound(words: string): AllFound {
  const t = useTexts(paletteTexts);
  const seeker = useSeeker();
  const call = useCall(words, seeker);
  const places = usePlaces(words, seeker);
  const objects = useFoundObjects(call === null ? words : '', seeker);
  const { isSearching, onRetry } = objects;
  const failed = objects.failed.map((name) => t.kinds[name]);
  const shownPlaces = call === null ? places : [call];
  const groups = objects.groups.map(({ kind: { name, icon }, found }): FoundGroup => ({
    name,
    title: t.kinds[name],
    ...(found.length > shownMax ? { note: t.first(shownMax) } : {}),
    found: found.slice(0, shownMax).map((one) => ({ ...one, id: `${name}/${one.id}`, icon })),
  }));
  const ofPlaces = shownPlaces.length === 0 ? [] : [{ name: 'places', title: t.jump, found: shownPlaces }];
  return { groups: [...ofPlaces, ...groups], isSearching, failed, onRetry };
}
