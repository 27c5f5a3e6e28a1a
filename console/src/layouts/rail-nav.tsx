import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { workCountMax, type WorkQueueName } from '@tollgate/contract/site/overview';
import type { OperatorRole, Role } from '../api/session.ts';
import { workQueuesQuery } from '../api/work-queues.ts';
import { AppLink } from '../components/links/app-link.tsx';
import { useTexts } from '../i18n/texts.ts';
import { countText } from '../ui/number-text.ts';
import { Icon } from '../ui/pictures/icon.tsx';
import { layoutTexts } from './layout-texts.ts';
import { isCurrent, isFor, type PlaceGroup } from './navigation.ts';

interface RailNavProps {
  readonly groups: readonly PlaceGroup[];
  readonly role: Role | OperatorRole;
}

/** Navigation groups for a role. */
export function RailNav({ groups, role }: RailNavProps) {
  const t = useTexts(layoutTexts);
  const { pathname } = useLocation();
  return groups.map(({ name, places }) => {
    const shown = places.filter((place) => isFor(place, role));
    if (shown.length === 0) return null;
    return (
      <div className="nav-group" key={name ?? ''}>
        {name === null ? null : <h2>{t.groups[name]}</h2>}
        {shown.map((place) => (
          <AppLink
            key={place.to}
            to={place.to}
            aria-current={isCurrent(place, pathname) ? 'page' : undefined}
            title={t.places[place.name]}
          >
            <Icon name={place.icon} />
            <span>{t.places[place.name]}</span>
            {place.queues === undefined ? null : <WaitingCount queues={place.queues} />}
          </AppLink>
        ))}
      </div>
    );
  });
}

/** Number of waiting items on a page; empty if there are none. */
function WaitingCount({ queues }: { readonly queues: readonly WorkQueueName[] }) {
  const t = useTexts(layoutTexts);
  const { data = [] } = useQuery(workQueuesQuery);
  const mine = data.filter(({ name }) => queues.includes(name));
  const waiting = mine.reduce((sum, one) => sum + one.waiting, 0);
  if (waiting === 0) return null;
  const shown = mine.some((one) => one.waiting >= workCountMax) ? `${String(workCountMax)}+` : countText(waiting);
  return (
    <b className="waiting">
      {shown}
      <span className="sr">{t.waiting}</span>
    </b>
  );
}

interface PhoneTabsProps extends RailNavProps {
  /** Link to the remaining pages. */
  readonly more: string;
}

/** Tabs at the bottom on phones: the most used pages, and a link to the others. */
export function PhoneTabs({ groups, role, more }: PhoneTabsProps) {
  const t = useTexts(layoutTexts);
  const { pathname } = useLocation();
  const tabs = groups.flatMap(({ places }) => places).filter((place) => place.isTab === true && isFor(place, role));
  const isElsewhere = !tabs.some((place) => isCurrent(place, pathname));
  return (
    <nav className="tabs" aria-label={t.main}>
      {tabs.map((place) => (
        <AppLink key={place.to} to={place.to} aria-current={isCurrent(place, pathname) ? 'page' : undefined}>
          <Icon name={place.icon} />
          <span>{t.places[place.name]}</span>
        </AppLink>
      ))}
      <AppLink to={more} aria-current={isElsewhere ? 'page' : undefined}>
        <Icon name="more" />
        <span>{t.more}</span>
      </AppLink>
    </nav>
  );
}
