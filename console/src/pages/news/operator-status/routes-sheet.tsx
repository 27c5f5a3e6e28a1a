import { routeName } from '@tollgate/contract/catalogue/route-name';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { operatorNewsApi } from '../../../api/clients/operator-news.ts';
import { useAddressState } from '../../../components/links/address-state.ts';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { Segments } from '../../../ui/forms/segments.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { texts } from './texts.ts';

const spans = ['24h', '7d'] as const;

interface RouteStatus {
  readonly route: string;
  readonly attempts: number;
  readonly failed: number;
  readonly availability: number;
  readonly first_token: { readonly p50: number; readonly p95: number } | null;
}

function timesOf({ first_token: times }: RouteStatus): string {
  const shown = (ms: number): string => (ms < 1000 ? `${String(ms)} ms` : `${(ms / 1000).toFixed(1)} s`);
  return times === null ? '–' : `${shown(times.p50)} / ${shown(times.p95)}`;
}

const percentOf = ({ availability }: RouteStatus): string => `${availability.toFixed(2)} %`;

/** The state of routes. Customers do not notice failures here, because another route responds. */
export function RoutesSheet() {
  const t = useTexts(texts);
  const language = useLanguage();
  const { query, set } = useAddressState();
  const span = query.span === '7d' ? '7d' : '24h';
  const { data, error, refetch } = useQuery({
    queryKey: ['operator', 'routes-status', span],
    queryFn: ({ signal }) => operatorNewsApi.listRouteHealth({ query: { span }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  const columns: readonly Column<RouteStatus>[] = [
    { id: 'route', head: t.route, cell: ({ route }) => <b className="cut">{routeName(route, language)}</b> },
    { id: 'availability', head: t.availability, isNumber: true, width: '120px', cell: percentOf },
    { id: 'attempts', head: t.attempts, isNumber: true, width: '120px', cell: ({ attempts }) => attempts.toLocaleString('en') },
    { id: 'failed', head: t.failedAttempts, isNumber: true, width: '120px', cell: ({ failed }) => failed.toLocaleString('en') },
    { id: 'times', head: t.firstToken, isNumber: true, width: '180px', cell: timesOf },
  ];
  return (
    <Sheet
      title={t.routes}
      right={
        <Segments
          label={t.span}
          value={span}
          options={spans.map((value) => ({ value, label: t.spans[value] }))}
          onChange={(value) => {
            set({ span: value }, { replace: true });
          }}
        />
      }
      foot={t.routesNote}
    >
      <DataTable
        label={t.routes}
        columns={columns}
        rows={data?.data}
        error={error}
        onRetry={() => void refetch()}
        rowKey={({ route }) => route}
        narrow={(row) => (
          <>
            <span className="l1">
              <b className="cut">{routeName(row.route, language)}</b>
              <span>{`${t.availability} ${percentOf(row)}`}</span>
            </span>
            <span className="l2">
              <span className="cut">{t.failedOf(row.failed.toLocaleString('en'), row.attempts.toLocaleString('en'))}</span>
              <span>{row.first_token === null ? null : `${t.firstToken} ${timesOf(row)}`}</span>
            </span>
          </>
        )}
        failed={t.failed.routes}
        empty={t.noRoutes}
      />
    </Sheet>
  );
}
