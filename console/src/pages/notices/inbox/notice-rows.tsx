import { useId } from 'react';
import type { OwnNotice } from '../../../api/notices.ts';
import { LinkButton } from '../../../components/links/app-link.tsx';
import { useNoticeWords } from '../../../components/notices/notice-words.ts';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { StatusWord, type StatusLook } from '../../../ui/states/status-word.tsx';
import { texts } from './texts.ts';

/** Most serious first. */
const levels = ['paused', 'warning', 'info'] as const satisfies readonly OwnNotice['level'][];
const looks: Readonly<Record<OwnNotice['level'], StatusLook>> = { info: 'off', warning: 'slow', paused: 'paused' };

type Mark = (noticeIds: readonly string[]) => void;

interface NoticeRowProps {
  readonly notice: OwnNotice;
  readonly onRead: Mark;
}

/** One message. */
export function NoticeRow({ notice, onRead }: NoticeRowProps) {
  const t = useTexts(texts);
  const { title, detail, link } = useNoticeWords()(notice);
  const isUnread = notice.read_at === null;
  const read = (): void => {
    onRead([notice.id]);
  };
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
          <LinkButton to={link.to} onClick={isUnread ? read : undefined}>
            {link.label}
          </LinkButton>
        )}
        {isUnread ? (
          <Button look="plain" onClick={read}>
            {t.read}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

interface NoticeRunProps {
  /** Newest first. */
  readonly run: readonly OwnNotice[];
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onRead: Mark;
}

/** Messages of one kind on one line, which shows the newest and opens to show all. */
export function NoticeRun({ run, isOpen, onToggle, onRead }: NoticeRunProps) {
  const t = useTexts(texts);
  const id = useId();
  const wordsOf = useNoticeWords();
  const [newest] = run;
  if (newest === undefined) return null;
  const { title } = wordsOf(newest);
  const unread = run.filter(({ read_at: at }) => at === null).map((notice) => notice.id);
  return (
    <li className={unread.length > 0 ? 'unread' : undefined}>
      <div>
        <p className="notice-title">
          {unread.length > 0 ? <span className="sr">{t.isUnread} </span> : null}
          {title}
        </p>
        <p className="quiet">{t.run(run.length, unread.length)}</p>
        <p className="notice-facts">
          {levels
            .filter((level) => run.some((notice) => notice.level === level))
            .map((level) => (
              <StatusWord key={level} look={looks[level]}>
                {t.levels[level]}
              </StatusWord>
            ))}
          <span className="quiet">
            <Time at={newest.created_at} form="ago" />
          </span>
        </p>
      </div>
      <div className="notice-acts">
        <Button icon={isOpen ? 'up' : 'down'} aria-expanded={isOpen} aria-controls={id} onClick={onToggle}>
          {isOpen ? t.collapse : t.expand(run.length)}
          <span className="sr">: {title}</span>
        </Button>
        {unread.length > 0 ? (
          <Button
            look="plain"
            onClick={() => {
              onRead(unread);
            }}
          >
            {t.readRun(unread.length)}
          </Button>
        ) : null}
      </div>
      <ul id={id} className="notices" hidden={!isOpen}>
        {isOpen ? run.map((notice) => <NoticeRow key={notice.id} notice={notice} onRead={onRead} />) : null}
      </ul>
    </li>
  );
}
