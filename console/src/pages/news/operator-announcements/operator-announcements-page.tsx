import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AnnouncementAnswer } from '@tollgate/contract/news/operator-announcements';
import { operatorNewsApi } from '../../../api/clients/operator-news.ts';
import { useList } from '../../../api/http/use-list.ts';
import { useSession } from '../../../api/session.ts';
import { useCause } from '../../../components/errors/error-state.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { StatusWord } from '../../../ui/states/status-word.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { AnnouncementDrawer } from './announcement-drawer.tsx';
import './operator-announcements.css';
import { texts } from './texts.ts';

type Announcement = AnnouncementAnswer;

const looks = { scheduled: 'slow', published: 'go', withdrawn: 'off' } as const;

function State({ state, maintenance }: Announcement) {
  const t = useTexts(texts);
  if (maintenance !== null && state !== 'withdrawn')
    return (
      <StatusWord look={maintenance.state === 'in_progress' ? 'paused' : maintenance.state === 'scheduled' ? 'slow' : 'off'}>
        {t.windows[maintenance.state]}
      </StatusWord>
    );
  return <StatusWord look={looks[state]}>{t.states[state]}</StatusWord>;
}

/** Progress of the mails. */
function Mailing({ mailing }: Announcement) {
  const t = useTexts(texts);
  if (mailing === null) return <span className="quiet">{t.notMailed}</span>;
  const { state, sent, waiting, failed } = mailing;
  const said =
    state === 'waiting'
      ? t.mails.waiting
      : state === 'sent'
        ? t.mails.sent(String(sent))
        : t.mails.sending(String(sent), String(waiting));
  return (
    <>
      {said}
      {failed === 0 ? null : <small className="hint bad"> {t.mailsFailed(String(failed))}</small>}
    </>
  );
}

/** Operator actions on a current announcement. */
function Actions({ announcement }: { readonly announcement: Announcement }) {
  const t = useTexts(texts);
  const { set } = useAddressState();
  const queries = useQueryClient();
  const asked = { params: { id: announcement.id } };
  const change = useMutation({
    mutationFn: (what: 'end' | 'withdraw') =>
      what === 'end' ? operatorNewsApi.endMaintenance(asked) : operatorNewsApi.withdrawAnnouncement(asked),
    onSuccess: async (_answer, what) => {
      toast(what === 'end' ? t.ended : t.withdrawn);
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['operator'] }),
        queries.invalidateQueries({ queryKey: ['announcements'] }),
      ]);
    },
  });
  const fault = useCause(change.error);
  if (announcement.state === 'withdrawn') return null;
  return (
    <>
      {announcement.maintenance?.state === 'in_progress' ? (
        <Button
          isBusy={change.isPending}
          onClick={() => {
            change.mutate('end');
          }}
        >
          {t.end}
        </Button>
      ) : null}{' '}
      <Button
        look="plain"
        onClick={() => {
          set({ edit: announcement.id });
        }}
      >
        {t.change}
      </Button>{' '}
      <Button
        look="plain"
        isBusy={change.isPending}
        onClick={() => {
          change.mutate('withdraw');
        }}
      >
        {t.withdraw}
      </Button>
      {change.error === null ? null : (
        <small className="hint bad" role="alert">
          {fault}
        </small>
      )}
    </>
  );
}

function CreateButton() {
  const t = useTexts(texts);
  const { set } = useAddressState();
  return (
    <Button
      look="primary"
      data-shortcut="new"
      onClick={() => {
        set({ edit: 'new' });
      }}
    >
      {t.create}
    </Button>
  );
}

/** Past, current and scheduled announcements. */
export default function OperatorAnnouncementsPage() {
  const t = useTexts(texts);
  const language = useLanguage();
  const { operator } = useSession();
  const mayChange = operator === 'administrator';
  const { query, set } = useAddressState();
  const list = useList(['operator', 'announcements'], (page, signal) =>
    operatorNewsApi.listAnnouncements({ query: page, signal }),
  );
  const edited =
    !mayChange || query.edit === undefined
      ? undefined
      : query.edit === 'new' || query.edit === 'maintenance'
        ? null
        : list.rows?.find(({ id }) => id === query.edit);
  const columns: readonly Column<Announcement>[] = [
    { id: 'title', head: t.subject, cell: ({ title }) => <b>{title[language]}</b> },
    { id: 'kind', head: t.kind, isOptional: true, cell: ({ kind }) => t.kinds[kind] },
    { id: 'state', head: t.state, cell: (row) => <State {...row} /> },
    { id: 'mailing', head: t.mailing, isOptional: true, cell: (row) => <Mailing {...row} /> },
    { id: 'at', head: t.at, isNumber: true, cell: (row) => <Time at={row.maintenance?.from ?? row.publish_at} /> },
    ...(mayChange
      ? [{ id: 'actions', head: t.actions, isActions: true, cell: (row: Announcement) => <Actions announcement={row} /> }]
      : []),
  ];
  return (
    <>
      <PageHead title={t.title} main={mayChange ? <CreateButton /> : null} />
      <Sheet>
        <DataTable
          label={t.title}
          columns={columns}
          {...list}
          rowKey={({ id }) => id}
          narrow={(row) => (
            <>
              <span className="l1">
                <b className="cut">{row.title[language]}</b>
                <State {...row} />
              </span>
              <span className="l2">
                <Time at={row.maintenance?.from ?? row.publish_at} />
                {row.mailing === null ? null : <Mailing {...row} />}
              </span>
              {mayChange ? (
                <span className="l2">
                  <Actions announcement={row} />
                </span>
              ) : null}
            </>
          )}
          failed={t.failed}
          empty={t.empty}
        />
      </Sheet>
      {edited === undefined ? null : (
        <AnnouncementDrawer
          key={query.edit}
          announcement={edited}
          kind={query.edit === 'maintenance' ? 'maintenance' : 'news'}
          onClose={() => {
            set({ edit: undefined });
          }}
        />
      )}
    </>
  );
}
