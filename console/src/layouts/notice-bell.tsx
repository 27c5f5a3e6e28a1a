import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { followNotices, noticesKey, unreadQuery } from '../api/notices.ts';
import { sessionQuery } from '../api/session.ts';
import { AppLink } from '../components/links/app-link.tsx';
import { useNoticeWords } from '../components/notices/notice-words.ts';
import { useTexts } from '../i18n/texts.ts';
import { paths } from '../paths.ts';
import { Icon } from '../ui/pictures/icon.tsx';
import { toast } from '../ui/states/toast.tsx';
import { layoutTexts } from './layout-texts.ts';

/** Link to the messages, with a mark while some are unread. A new message is announced at once. */
export function NoticeBell({ accountId }: { readonly accountId: string }) {
  const t = useTexts(layoutTexts);
  const queries = useQueryClient();
  const { data: unread = 0 } = useQuery(unreadQuery(accountId));
  const wordsOf = useNoticeWords();
  const words = useRef(wordsOf);
  useEffect(() => {
    words.current = wordsOf;
  });
  useEffect(
    () =>
      followNotices(accountId, (notice) => {
        toast(words.current(notice).title);
        void queries.invalidateQueries({ queryKey: noticesKey(accountId) });
        // The object of the message has changed as well: for example, a key is paused.
        void queries.invalidateQueries({ queryKey: ['accounts', accountId] });
        // The bands above all pages show the state of the account.
        if (notice.kind.startsWith('account_')) void queries.invalidateQueries(sessionQuery);
      }),
    [accountId, queries],
  );
  const label = unread === 0 ? t.messages : t.unread(unread);
  return (
    <AppLink className="icon-btn" to={paths.inbox} aria-label={label} title={label}>
      <Icon name="bell" />
      {unread === 0 ? null : <i className="dot" />}
    </AppLink>
  );
}
