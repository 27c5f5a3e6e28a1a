import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../api/session.ts';
import { useAddressState } from '../../../components/links/address-state.ts';
import { LinkButton } from '../../../components/links/app-link.tsx';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { partsOf, useServiceZone } from '../../../components/time/time-text.ts';
import { Time } from '../../../components/time/time.tsx';
import { useListing, useTexts } from '../../../i18n/texts.ts';
import { countText } from '../../../ui/number-text.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { Notice } from '../../../ui/states/notice.tsx';
import { StatusWord } from '../../../ui/states/status-word.tsx';
import { DetailDrawer } from '../../../ui/windows/drawer.tsx';
import { workingYearsQuery, type WorkingYear } from '../working-years.ts';
import { calendarTexts } from './calendar-texts.ts';
import { ImportDrawer } from './import-drawer.tsx';
import { countYear } from './read-calendar.ts';
import './working-years.css';
import { YearGrid } from './year-grid.tsx';

interface YearRow {
  readonly year: number;
  readonly state: 'known' | 'missing' | 'ahead';
  readonly data: WorkingYear | null;
}

/** Newest first: existing years, missing years, and the next year. */
function rowsOf(data: readonly WorkingYear[], missing: readonly number[], thisYear: number): readonly YearRow[] {
  const known = new Map(data.map((one) => [one.year, one]));
  const years = new Set([...known.keys(), ...missing, thisYear, thisYear + 1]);
  return [...years]
    .toSorted((left, right) => right - left)
    .map((year) => {
      const one = known.get(year) ?? null;
      return { year, data: one, state: one !== null ? 'known' : missing.includes(year) ? 'missing' : 'ahead' };
    });
}

/** A built-in year was never imported and has no time. */
function Updated({ at }: { readonly at: string }) {
  const t = useTexts(calendarTexts);
  return Date.parse(at) === 0 ? <span className="quiet">{t.supplied}</span> : <Time at={at} form="date" />;
}

const looks = { known: 'go', missing: 'shut', ahead: 'off' } as const;

function useColumns(mayImport: boolean, importing: (year: number) => string): readonly Column<YearRow>[] {
  const t = useTexts(calendarTexts);
  const counted = (of: 'off' | 'on' | 'worked') => ({
    id: of,
    head: t[of],
    isNumber: true,
    isOptional: of === 'on',
    cell: ({ year, data }: YearRow) => (data === null ? <span className="quiet">–</span> : countText(countYear(year, data)[of])),
  });
  return [
    { id: 'year', head: t.year, width: '80px', cell: ({ year }) => <b>{year}</b> },
    {
      id: 'state',
      head: t.state,
      width: '140px',
      cell: ({ state }) => <StatusWord look={looks[state]}>{t.states[state]}</StatusWord>,
    },
    counted('off'),
    counted('on'),
    counted('worked'),
    { id: 'source', head: t.source, isOptional: true, cell: ({ data }) => <span className="cut quiet">{data?.source}</span> },
    {
      id: 'updated',
      head: t.updated,
      isNumber: true,
      isOptional: true,
      cell: ({ data }) => (data === null ? null : <Updated at={data.updated_at} />),
    },
    {
      id: 'actions',
      head: <span className="sr">{t.import}</span>,
      width: '110px',
      isActions: true,
      cell: ({ year, data }) => (mayImport && data === null ? <LinkButton to={importing(year)}>{t.import}</LinkButton> : null),
    },
  ];
}

/** Working calendars by year, and a source for the next year. */
export function WorkingYears() {
  const t = useTexts(calendarTexts);
  const listed = useListing();
  const { operator } = useSession();
  const { query, set, with: changed } = useAddressState();
  const { data, error, refetch } = useQuery(workingYearsQuery);
  const zone = useServiceZone();
  const thisYear = Number(partsOf(new Date().toISOString(), zone).date.slice(0, 4));
  const mayImport = operator !== 'support';
  const columns = useColumns(mayImport, (year) => changed({ import: String(year) }));
  const rows = data === undefined ? undefined : rowsOf(data.data, data.missing, thisYear);
  const open = data?.data.find(({ year }) => String(year) === query.year);
  const close = (): void => {
    set({ year: undefined, import: undefined });
  };
  return (
    <>
      {data === undefined || data.missing.length === 0 ? null : <Notice>{t.missing(listed(data.missing.map(String)))}</Notice>}
      <Sheet
        title={t.title}
        note={t.note}
        right={
          mayImport ? (
            <LinkButton to={changed({ import: String(thisYear + 1) })} icon="plus">
              {t.import}
            </LinkButton>
          ) : (
            <span className="quiet">{t.readOnly}</span>
          )
        }
      >
        <DataTable
          label={t.title}
          columns={columns}
          rows={rows}
          rowKey={({ year }) => String(year)}
          rowHeight={48}
          linkOf={({ year, data: one }) => changed(one === null ? { import: String(year) } : { year: String(year) })}
          openKey={query.year}
          narrow={({ year, state, data: one }) => (
            <>
              <span className="l1">
                <b>{year}</b>
                <span>{one === null ? '–' : `${t.worked} ${countText(countYear(year, one).worked)}`}</span>
              </span>
              <span className="l2">
                <StatusWord look={looks[state]}>{t.states[state]}</StatusWord>
                <span className="quiet cut">{one?.source}</span>
              </span>
            </>
          )}
          error={error}
          failed={t.failed}
          onRetry={() => void refetch()}
          empty={t.empty}
        />
      </Sheet>
      {open === undefined || query.import !== undefined ? null : (
        <DetailDrawer
          label={t.yearTitle(String(open.year))}
          title={t.yearTitle(String(open.year))}
          sub={<span className="quiet">{open.source}</span>}
          onClose={close}
          foot={
            mayImport ? (
              <LinkButton to={changed({ import: String(open.year), year: undefined })}>{t.import}</LinkButton>
            ) : undefined
          }
        >
          <YearGrid {...open} />
        </DetailDrawer>
      )}
      {query.import === undefined || !mayImport || data === undefined ? null : (
        <ImportDrawer key={query.import} year={query.import} known={data.data} onClose={close} />
      )}
    </>
  );
}
