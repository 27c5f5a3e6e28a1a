import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import type { components } from '../../api/schema.d.ts';
import { useSession } from '../../api/session.ts';
import { useList } from '../../api/use-list.ts';
import type { Column } from '../../components/data-table-props.ts';
import { DataTable } from '../../components/data-table.tsx';
import { useCause } from '../../components/error-state.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Time } from '../../components/time.tsx';
import { useLanguage, useTexts } from '../../i18n/texts.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { StatusWord } from '../../ui/status-word.tsx';
import { toast } from '../../ui/toast.tsx';
import { AnnouncementDrawer } from './announcement-drawer.tsx';
import './operator-announcements.css';
import { texts } from './texts.ts';

type Announcement = components['schemas']['Announcement'];

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

/** What operators do with one that stands. */
function Actions({ announcement }: { readonly announcement: Announcement }) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const path = { params: { path: { id: announcement.id } } };
  const change = useMutation({
    mutationFn: (what: 'end' | 'withdraw') =>
      what === 'end'
        ? answerOf(api.POST('/api/admin/announcements/{id}/end-maintenance', path))
        : answerOf(api.POST('/api/admin/announcements/{id}/withdraw', path)),
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

/** Everything that is announced, is to be, or was. */
export default function OperatorAnnouncementsPage() {
  const t = useTexts(texts);
  const language = useLanguage();
  const { operator } = useSession();
  const mayChange = operator === 'administrator';
  const [isWriting, setIsWriting] = useState(false);
  const list = useList(['operator', 'announcements'], (page, signal) =>
    answerOf(api.GET('/api/admin/announcements', { params: { query: page }, signal })),
  );
  const columns: readonly Column<Announcement>[] = [
    { id: 'title', head: t.subject, cell: ({ title }) => <b>{title[language]}</b> },
    { id: 'kind', head: t.kind, isOptional: true, cell: ({ kind }) => t.kinds[kind] },
    { id: 'state', head: t.state, cell: (row) => <State {...row} /> },
    { id: 'at', head: t.at, isNumber: true, cell: (row) => <Time at={row.maintenance?.from ?? row.publish_at} /> },
    ...(mayChange
      ? [{ id: 'actions', head: t.actions, isActions: true, cell: (row: Announcement) => <Actions announcement={row} /> }]
      : []),
  ];
  return (
    <>
      <PageHead title={t.title}>
        {mayChange ? (
          <Button
            look="primary"
            data-shortcut="new"
            onClick={() => {
              setIsWriting(true);
            }}
          >
            {t.create}
          </Button>
        ) : null}
      </PageHead>
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
                {mayChange ? <Actions announcement={row} /> : null}
              </span>
            </>
          )}
          failed={t.failed}
          empty={t.empty}
        />
      </Sheet>
      {isWriting ? (
        <AnnouncementDrawer
          onClose={() => {
            setIsWriting(false);
          }}
        />
      ) : null}
    </>
  );
}
