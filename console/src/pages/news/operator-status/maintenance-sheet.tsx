import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AnnouncementAnswer } from '@tollgate/contract/news/operator-announcements';
import { operatorNewsApi } from '../../../api/clients/operator-news.ts';
import { useList } from '../../../api/http/use-list.ts';
import { useCause } from '../../../components/errors/error-state.tsx';
import { LinkButton } from '../../../components/links/app-link.tsx';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { paths, withQuery } from '../../../paths.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { StatusWord } from '../../../ui/states/status-word.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { texts } from './texts.ts';

type Announcement = AnnouncementAnswer;
type Planned = Announcement & { readonly maintenance: NonNullable<Announcement['maintenance']> };

const looks = { scheduled: 'slow', in_progress: 'paused', completed: 'off', called_off: 'off' } as const;

function isPlanned(announcement: Announcement): announcement is Planned {
  return announcement.maintenance !== null;
}

function State({ maintenance: { state } }: Planned) {
  const t = useTexts(texts);
  return <StatusWord look={looks[state]}>{t.windows[state]}</StatusWord>;
}

/** Ends running maintenance, or cancels planned maintenance. */
function Stop({ planned }: { readonly planned: Planned }) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const { state } = planned.maintenance;
  const asked = { params: { id: planned.id } };
  const stop = useMutation({
    mutationFn: () =>
      state === 'in_progress' ? operatorNewsApi.endMaintenance(asked) : operatorNewsApi.withdrawAnnouncement(asked),
    onSuccess: async () => {
      toast(state === 'in_progress' ? t.ended : t.calledOff);
      await Promise.all(['operator', 'announcements', 'status'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
    },
  });
  const fault = useCause(stop.error);
  if (state !== 'scheduled' && state !== 'in_progress') return null;
  return (
    <>
      <ActButton act={stop}>{state === 'in_progress' ? t.end : t.callOff}</ActButton>
      {stop.error === null ? null : (
        <small className="hint bad" role="alert">
          {fault}
        </small>
      )}
    </>
  );
}

/** Current, future and recent maintenance. */
export function MaintenanceSheet({ mayChange }: { readonly mayChange: boolean }) {
  const t = useTexts(texts);
  const language = useLanguage();
  const list = useList(['operator', 'announcements'], (page, signal) =>
    operatorNewsApi.listAnnouncements({ query: page, signal }),
  );
  const columns: readonly Column<Planned>[] = [
    { id: 'title', head: t.maintenance, cell: ({ title }) => <b>{title[language]}</b> },
    { id: 'state', head: t.state, width: '120px', cell: (row) => <State {...row} /> },
    { id: 'from', head: t.from, isNumber: true, width: '160px', cell: ({ maintenance }) => <Time at={maintenance.from} /> },
    { id: 'until', head: t.until, isNumber: true, width: '160px', cell: ({ maintenance }) => <Time at={maintenance.until} /> },
    ...(mayChange
      ? [{ id: 'actions', head: t.actions, width: '140px', isActions: true, cell: (row: Planned) => <Stop planned={row} /> }]
      : []),
  ];
  return (
    <Sheet
      title={t.maintenance}
      right={
        mayChange ? <LinkButton to={withQuery(paths.operatorAnnouncements, { edit: 'maintenance' })}>{t.plan}</LinkButton> : null
      }
    >
      <DataTable
        label={t.maintenance}
        columns={columns}
        {...list}
        rows={list.rows?.filter(isPlanned)}
        rowKey={({ id }) => id}
        narrow={(row) => (
          <>
            <span className="l1">
              <b className="cut">{row.title[language]}</b>
              <State {...row} />
            </span>
            <span className="l2">
              <Time at={row.maintenance.from} />
              {mayChange ? <Stop planned={row} /> : null}
            </span>
          </>
        )}
        failed={t.failed.maintenance}
        empty={t.noMaintenance}
      />
    </Sheet>
  );
}
