import { useAddressState } from '../../../components/links/address-state.ts';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useLanguage, useListing, useTexts } from '../../../i18n/texts.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { StatusWord } from '../../../ui/states/status-word.tsx';
import { texts } from './texts.ts';
import { useIncidents, type Incident } from './use-incidents.ts';

function State({ status, resolved_at: resolvedAt }: Incident) {
  const t = useTexts(texts);
  return <StatusWord look={resolvedAt === null ? 'shut' : 'go'}>{t.states[status]}</StatusWord>;
}

/** Incidents, open ones first. */
export function IncidentsSheet() {
  const t = useTexts(texts);
  const listed = useListing();
  const language = useLanguage();
  const { query, with: linkTo } = useAddressState();
  const { data, error, refetch } = useIncidents();
  const modelsOf = ({ models }: Incident): string => (models.length === 0 ? t.allModels : listed(models));
  const columns: readonly Column<Incident>[] = [
    { id: 'title', head: t.incident, cell: ({ title }) => <b>{title[language]}</b> },
    { id: 'state', head: t.state, width: '120px', cell: (row) => <State {...row} /> },
    { id: 'impact', head: t.impact, isOptional: true, cell: ({ impact }) => t.impacts[impact] },
    { id: 'models', head: t.models, isOptional: true, cell: (row) => <span className="cut">{modelsOf(row)}</span> },
    { id: 'began', head: t.began, isNumber: true, width: '160px', cell: ({ started_at: at }) => <Time at={at} /> },
  ];
  return (
    <Sheet title={t.incidents}>
      <DataTable
        label={t.incidents}
        columns={columns}
        rows={data?.data.toSorted((left, right) => Number(left.resolved_at !== null) - Number(right.resolved_at !== null))}
        error={error}
        onRetry={() => void refetch()}
        rowKey={({ id }) => id}
        linkOf={({ id }) => linkTo({ incident: id })}
        openKey={query.incident}
        narrow={(row) => (
          <>
            <span className="l1">
              <b className="cut">{row.title[language]}</b>
              <State {...row} />
            </span>
            <span className="l2">
              <span className="cut">{modelsOf(row)}</span>
              <Time at={row.started_at} />
            </span>
          </>
        )}
        failed={t.failed.incidents}
        empty={t.noIncidents}
      />
    </Sheet>
  );
}
