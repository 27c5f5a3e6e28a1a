import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useList } from '../../../api/http/use-list.ts';
import { useSession } from '../../../api/session.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { Money } from '../../../components/money/money.tsx';
import { useActorWords } from '../../../components/people/use-actor-words.ts';
import type { Column } from '../../../components/tables/data-table-props.ts';
import { DataTable } from '../../../components/tables/data-table.tsx';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { countText, durationText } from '../../../ui/number-text.ts';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { StatusWord } from '../../../ui/states/status-word.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { DetailDrawer } from '../../../ui/windows/drawer.tsx';
import { AuditReport, tookMs } from './audit-report.tsx';
import { beginAudit, bookAuditQuery, bookAuditsPage, newestAuditQuery, type BookAudit } from './book-audits.ts';
import { booksTexts } from './books-texts.ts';

const looks = { running: 'slow', done: 'go', wrong: 'shut', broken: 'off' } as const;

function State({ audit: { state, ok } }: { readonly audit: BookAudit }) {
  const t = useTexts(booksTexts);
  const word = state === 'done' && ok === false ? 'wrong' : state;
  return <StatusWord look={looks[word]}>{t.states[word]}</StatusWord>;
}

function useColumns(): readonly Column<BookAudit>[] {
  const t = useTexts(booksTexts);
  const actorOf = useActorWords();
  return [
    { id: 'when', head: t.when, width: '180px', cell: ({ started_at: at }) => <Time at={at} /> },
    { id: 'result', head: t.result, width: '190px', cell: (audit) => <State audit={audit} /> },
    { id: 'of', head: t.of, isOptional: true, cell: ({ of }) => t.ofs[of] },
    {
      id: 'by',
      head: t.by,
      isOptional: true,
      cell: ({ started_by: by }) => <span className="cut">{actorOf(by)}</span>,
    },
    { id: 'rows', head: t.rows, isNumber: true, isOptional: true, cell: ({ rows }) => countText(rows) },
    {
      id: 'took',
      head: t.took,
      isNumber: true,
      isOptional: true,
      cell: (audit) => {
        const ms = tookMs(audit);
        return ms === null ? '–' : durationText(ms);
      },
    },
    {
      id: 'difference',
      head: t.differenceHead,
      isNumber: true,
      width: '150px',
      cell: ({ difference }) => (difference === null ? '–' : <Money amount={difference} hasSign={false} kind="call" />),
    },
  ];
}

/** Whether the books balance: the last audit, a button for a new one, and earlier ones. */
export function BooksView({ views }: { readonly views: ReactNode }) {
  const t = useTexts(booksTexts);
  const { query, set, with: changed } = useAddressState();
  const list = useList(['operator', 'book-audits', 'list'], bookAuditsPage);
  const columns = useColumns();
  const actorOf = useActorWords();
  return (
    <>
      <PageHead title={t.title} main={<BeginButton />}>
        {views}
      </PageHead>
      <Newest />
      <Sheet title={t.history} note={t.historyNote}>
        <DataTable
          label={t.history}
          columns={columns}
          {...list}
          rowKey={({ id }) => id}
          linkOf={({ id }) => changed({ audit: id })}
          openKey={query.audit}
          narrow={(audit) => (
            <>
              <span className="l1">
                <State audit={audit} />
                {audit.difference === null ? null : <Money amount={audit.difference} kind="call" />}
              </span>
              <span className="l2">
                <span className="cut">
                  {t.ofs[audit.of]} · {actorOf(audit.started_by)}
                </span>
                <Time at={audit.started_at} form="ago" />
              </span>
            </>
          )}
          failed={t.failed}
          empty={t.none}
        />
      </Sheet>
      {query.audit === undefined ? null : (
        <Earlier
          id={query.audit}
          onClose={() => {
            set({ audit: undefined });
          }}
        />
      )}
    </>
  );
}

function BeginButton() {
  const t = useTexts(booksTexts);
  const { operator } = useSession();
  const client = useQueryClient();
  const isRunning = useQuery(newestAuditQuery).data?.state === 'running';
  const begin = useMutation({
    mutationFn: beginAudit,
    onSuccess: async () => {
      toast(t.begun);
      await client.invalidateQueries({ queryKey: ['operator', 'book-audits'] });
    },
  });
  if (operator === 'support') return null;
  return (
    <>
      <Button
        look="primary"
        isBusy={begin.isPending}
        disabled={isRunning}
        onClick={() => {
          begin.mutate();
        }}
      >
        {t.begin}
      </Button>
      <FormFault error={begin.error} isInline />
    </>
  );
}

function Newest() {
  const t = useTexts(booksTexts);
  const { data: newest, error, refetch } = useQuery(newestAuditQuery);
  if (newest === null)
    return (
      <Sheet title={t.newest}>
        <EmptyState>{t.none}</EmptyState>
      </Sheet>
    );
  return (
    <Sheet title={t.newest} right={newest === undefined ? null : <State audit={newest} />} isPadded>
      {newest !== undefined ? (
        <AuditReport key={newest.id} id={newest.id} />
      ) : (
        <Loading of={{ error, refetch }} what={t.failed} height={220} />
      )}
    </Sheet>
  );
}

function Earlier({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useTexts(booksTexts);
  const audit = useQuery(bookAuditQuery(id)).data;
  return (
    <DetailDrawer
      label={t.history}
      title={audit === undefined ? t.history : <State audit={audit} />}
      sub={audit === undefined ? null : <Time at={audit.started_at} />}
      onClose={onClose}
    >
      <AuditReport id={id} />
    </DetailDrawer>
  );
}
