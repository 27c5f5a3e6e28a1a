import { useQuery } from '@tanstack/react-query';
import { attemptFault } from '@tollgate/contract/calls/attempt-faults';
import { providersQuery, type Provider, type ProviderRoute as Route } from '../../../api/providers.ts';
import { AttemptFault } from '../../../components/calls/attempt-fault.tsx';
import { Loading } from '../../../components/errors/error-state.tsx';
import { AppLink, LinkButton } from '../../../components/links/app-link.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths, withQuery } from '../../../paths.ts';
import { countText, percentText } from '../../../ui/number-text.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { StatusWord } from '../../../ui/states/status-word.tsx';
import { MinuteCells } from './minute-cells.tsx';
import { texts } from './texts.ts';

const looks = { healthy: 'go', trial: 'slow', ejected: 'shut' } as const;

/** All providers, with the state of their routes as this node sees it. */
export function useProviders() {
  const { data, error, refetch } = useQuery(providersQuery);
  return { data, error, onRetry: () => void refetch() };
}

/** The state of all routes. */
export function Routes({ data, error, onRetry }: ReturnType<typeof useProviders>) {
  const t = useTexts(texts);
  const rows = (data ?? []).flatMap((provider) => provider.routes.map((route) => ({ provider, route })));
  const count = (state: Route['health']['state']): string =>
    countText(rows.filter(({ provider, route }) => provider.enabled && route.health.state === state).length);
  return (
    <div id="routes">
      <Sheet title={t.routes} note={t.routesNote(count('healthy'), count('trial'), count('ejected'))}>
        {data === undefined ? (
          <Loading of={{ error, refetch: onRetry }} what={t.routesFailed} height={160} />
        ) : rows.length === 0 ? (
          <EmptyState action={<LinkButton to={withQuery(paths.operatorProviders, { add: '1' })}>{t.addProvider}</LinkButton>}>
            {t.noRoutes}
          </EmptyState>
        ) : (
          <div className="table-wrap">
            <table className="table routes">
              <thead>
                <tr>
                  <th scope="col">{t.provider}</th>
                  <th scope="col">{t.state}</th>
                  <th scope="col" className="wide">
                    {t.lastHour}
                  </th>
                  <th scope="col" className="n wide">
                    {t.attempts}
                  </th>
                  <th scope="col" className="n">
                    {t.ok}
                  </th>
                  <th scope="col" className="n wide">
                    {t.keys}
                  </th>
                  <th scope="col" className="wide">
                    {t.lastFault}
                  </th>
                </tr>
              </thead>
              <tbody>
                {rows.map(({ provider, route }) => (
                  <RouteRow key={route.id} provider={provider} route={route} />
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Sheet>
    </div>
  );
}

function RouteRow({ provider, route: { region, keys, health } }: { readonly provider: Provider; readonly route: Route }) {
  const t = useTexts(texts);
  const working = keys.filter((key) => key.health !== null && key.health.state !== 'ejected').length;
  const share = health.attempts === 0 ? null : 1 - health.failures / health.attempts;
  return (
    <tr>
      <td>
        <AppLink to={paths.operatorProvider(provider.id)}>
          <b>{provider.name}</b>
        </AppLink>{' '}
        <small className="quiet">{t.regions[region]}</small>
      </td>
      <td>
        {provider.enabled ? (
          <StatusWord look={looks[health.state]}>{t.states[health.state]}</StatusWord>
        ) : (
          <StatusWord look="off">{t.off}</StatusWord>
        )}
      </td>
      <td className="wide">
        <MinuteCells minutes={health.minutes} />
      </td>
      <td className="n wide">{countText(health.attempts)}</td>
      <td className={share !== null && share < 0.97 ? 'n bad' : 'n'}>{share === null ? t.none : percentText(share, 2)}</td>
      <td className={working < keys.length ? 'n wide warn' : 'n wide'}>
        {keys.length === 0 ? t.none : `${String(working)} / ${String(keys.length)}`}
      </td>
      <td className="wide">
        {health.last_fault === null || health.last_fault_at === null ? (
          <span className="quiet">{t.none}</span>
        ) : (
          <>
            <AttemptFault code={health.last_fault_code ?? attemptFault(health.last_fault)} text={health.last_fault} />{' '}
            <small className="quiet">
              <Time at={health.last_fault_at} form="ago" />
            </small>
          </>
        )}
      </td>
    </tr>
  );
}
