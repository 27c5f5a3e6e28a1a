import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { hasRight } from '@tollgate/contract/people/rights';
import { noticesApi } from '../../../api/clients/notices.ts';
import { useAccount } from '../../../api/current-account.ts';
import { useList, type ListRead } from '../../../api/http/use-list.ts';
import { noticesKey, unreadQuery, type OwnNotice } from '../../../api/notices.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { LinkButton } from '../../../components/links/app-link.tsx';
import { useNoticeWords } from '../../../components/notices/notice-words.ts';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Segments } from '../../../ui/forms/segments.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { StatusWord, type StatusLook } from '../../../ui/states/status-word.tsx';
import './inbox.css';
import { texts } from './texts.ts';

const looks: Readonly<Record<OwnNotice['level'], StatusLook>> = { info: 'off', warning: 'slow', paused: 'paused' };

function useMarkRead(accountId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (noticeId: string | null) => {
      if (noticeId !== null) return noticesApi.markNoticeRead({ params: { accountId, noticeId } });
      return noticesApi.markNoticesRead({ params: { accountId }, body: {} });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: noticesKey(accountId) }),
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
      <PageHead title={t.title}>
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
          onRead={(noticeId) => {
            mark.mutate(noticeId);
          }}
        />
      </Sheet>
    </>
  );
}

interface NoticeListProps {
  readonly list: ListRead<OwnNotice>;
  readonly empty: string;
  readonly onRead: (noticeId: string) => void;
}

function NoticeList({ list: { rows, error, more, onRetry }, empty, onRead }: NoticeListProps) {
  const t = useTexts(texts);
  if (rows === undefined) return <Loading of={{ error, refetch: onRetry }} what={t.failed} height={280} />;
  if (rows.length === 0) return <EmptyState>{empty}</EmptyState>;
  return (
    <>
      <ul className="notices">
        {rows.map((notice) => (
          <NoticeRow
            key={notice.id}
            notice={notice}
            onRead={() => {
              onRead(notice.id);
            }}
          />
        ))}
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

function NoticeRow({ notice, onRead }: { readonly notice: OwnNotice; readonly onRead: () => void }) {
  const t = useTexts(texts);
  const { title, detail, link } = useNoticeWords()(notice);
  const isUnread = notice.read_at === null;
  return (
    <li className={isUnread ? 'unread' : undefined}>
      <div>
        <p className="notice-title">
          {isUnread ? <span className="sr">{t.isUnread} </span> : null}
          {title}
        </p>
        <p className="quiet">{detail}</p>
        <p className="notice-facts">
          <StatusWord look={looks[notice.level]}>{t.levels[notice.level]}</StatusWord>
          <span className="quiet">
            <Time at={notice.created_at} form="ago" />
          </span>
        </p>
      </div>
      <div className="notice-acts">
        {link === null ? null : (
          <LinkButton to={link.to} onClick={isUnread ? onRead : undefined}>
            {link.label}
          </LinkButton>
        )}
        {isUnread ? (
          <Button look="plain" onClick={onRead}>
            {t.read}
          </Button>
        ) : null}
      </div>
    </li>
  );
}
