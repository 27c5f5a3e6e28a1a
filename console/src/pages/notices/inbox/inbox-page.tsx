import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { marksMax } from '@tollgate/contract/notices/notice-bounds';
import { hasRight } from '@tollgate/contract/people/rights';
import { useState } from 'react';
import { noticesApi } from '../../../api/clients/notices.ts';
import { useAccount } from '../../../api/current-account.ts';
import { useList, type ListRead } from '../../../api/http/use-list.ts';
import { noticesKey, unreadQuery, type OwnNotice } from '../../../api/notices.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { LinkButton } from '../../../components/links/app-link.tsx';
import { partsOf, useServiceZone } from '../../../components/time/time-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Segments } from '../../../ui/forms/segments.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { groupNotices } from './group-notices.ts';
import './inbox.css';
import { NoticeRow, NoticeRun } from './notice-rows.tsx';
import { texts } from './texts.ts';

function useMarkRead(accountId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (noticeIds: readonly string[] | null) => {
      if (noticeIds === null) return void (await noticesApi.markNoticesRead({ params: { accountId }, body: {} }));
      for (let at = 0; at < noticeIds.length; at += marksMax)
        await noticesApi.markNoticesRead({ params: { accountId }, body: { ids: noticeIds.slice(at, at + marksMax) } });
    },
    onSettled: () => queries.invalidateQueries({ queryKey: noticesKey(accountId) }),
  });
}

/** The messages to the account, newest first; new ones appear automatically. */
export default function InboxPage() {
  const t = useTexts(texts);
  const { id, role, sub_account_id: bound } = useAccount();
  return bound === null ? (
    <Inbox accountId={id} maySet={hasRight('account.write', role, false)} />
  ) : (
    <>
      <PageHead title={t.title} />
      <Sheet>
        <EmptyState>{t.notAllowed}</EmptyState>
      </Sheet>
    </>
  );
}

function Inbox({ accountId, maySet }: { readonly accountId: string; readonly maySet: boolean }) {
  const t = useTexts(texts);
  const { query, set } = useAddressState();
  const isOfUnread = query.show === 'unread';
  const { data: unread = 0 } = useQuery(unreadQuery(accountId));
  const mark = useMarkRead(accountId);
  const list = useList([...noticesKey(accountId), 'list', isOfUnread], (page, signal) =>
    noticesApi.listNotices({
      params: { accountId },
      query: { ...page, ...(isOfUnread ? { unread: 'true' as const } : {}) },
      signal,
    }),
  );
  return (
    <>
      <PageHead
        title={t.title}
        main={
          <Button
            look="primary"
            disabled={unread === 0}
            isBusy={mark.isPending && mark.variables === null}
            onClick={() => {
              mark.mutate(null);
            }}
          >
            {t.readAll}
          </Button>
        }
      >
        {maySet ? <LinkButton to={paths.alerts}>{t.settings}</LinkButton> : null}
        <Segments
          label={t.show}
          value={isOfUnread ? 'unread' : 'all'}
          options={[
            { value: 'all', label: t.all },
            { value: 'unread', label: unread === 0 ? t.unread : `${t.unread} ${String(unread)}` },
          ]}
          onChange={(show) => {
            set({ show: show === 'unread' ? show : undefined });
          }}
        />
        <FormFault error={mark.error} isInline />
      </PageHead>
      <Sheet>
        <NoticeList
          list={list}
          empty={isOfUnread ? t.emptyUnread : t.empty}
          onRead={(noticeIds) => {
            mark.mutate(noticeIds);
          }}
        />
      </Sheet>
    </>
  );
}

interface NoticeListProps {
  readonly list: ListRead<OwnNotice>;
  readonly empty: string;
  readonly onRead: (noticeIds: readonly string[]) => void;
}

function NoticeList({ list: { rows, error, more, onRetry }, empty, onRead }: NoticeListProps) {
  const t = useTexts(texts);
  const zone = useServiceZone();
  // Keyed by the ids of its messages, so that a group stays open while others arrive.
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  if (rows === undefined) return <Loading of={{ error, refetch: onRetry }} what={t.failed} height={280} />;
  if (rows.length === 0) return <EmptyState>{empty}</EmptyState>;
  const runs = groupNotices(rows, (moment) => partsOf(moment, zone).date);
  return (
    <>
      <ul className="notices">
        {runs.map((run) => {
          const ids = run.map(({ id }) => id);
          const [first] = run;
          if (first === undefined || run.length === 1)
            return first && <NoticeRow key={first.id} notice={first} onRead={onRead} />;
          const isOpen = ids.some((id) => open.has(id));
          return (
            <NoticeRun
              key={ids.at(-1)}
              run={run}
              isOpen={isOpen}
              onToggle={() => {
                setOpen(isOpen ? open.difference(new Set(ids)) : open.union(new Set(ids)));
              }}
              onRead={onRead}
            />
          );
        })}
      </ul>
      {more.hasMore ? (
        <p className="notices-more">
          <Button isBusy={more.isLoading} onClick={more.load}>
            {t.more}
          </Button>
        </p>
      ) : null}
    </>
  );
}
