import { useMutation, useQueryClient } from '@tanstack/react-query';
import { announcementKinds, type AnnouncementKind } from '@tollgate/contract/enumerations';
import type { AnnouncementAnswer } from '@tollgate/contract/news/operator-announcements';
import { useState } from 'react';
import { operatorNewsApi } from '../../../api/clients/operator-news.ts';
import { ApiError } from '../../../api/http/api-error.ts';
import { newIdempotencyKey } from '../../../api/http/idempotency-key.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { Segments } from '../../../ui/forms/segments.tsx';
import { Check, TextAreaField, TextField } from '../../../ui/forms/text-field.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { SubmitDrawer } from '../../../ui/windows/submit-drawer.tsx';
import { PlainText } from '../plain-text.tsx';
import { writtenSite } from '../../../i18n/written-site.ts';
import { texts } from './texts.ts';

type Announcement = AnnouncementAnswer;

interface Draft {
  readonly kind: AnnouncementKind;
  readonly titleZh: string;
  readonly titleEn: string;
  readonly textZh: string;
  readonly textEn: string;
  readonly isPinned: boolean;
  readonly isMailed: boolean;
  /** Format of date and time inputs, in the browser's time zone. */
  readonly publishAt: string;
  readonly from: string;
  readonly until: string;
}

const blank: Draft = {
  kind: 'news',
  titleZh: '',
  titleEn: '',
  textZh: '',
  textEn: '',
  isPinned: false,
  isMailed: false,
  publishAt: '',
  from: '',
  until: '',
};

const isoOf = (local: string): string => new Date(local).toISOString();

/** Formats a time for a date and time input, to the minute. */
function localOf(iso: string): string {
  const at = new Date(iso);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** An unchanged time stays exact to the millisecond, because the start of running maintenance cannot change. */
function timeOf(local: string, before: string | undefined): string {
  return before !== undefined && localOf(before) === local ? before : isoOf(local);
}

function draftOf({ kind, title, text, pinned, mail, state, publish_at, maintenance }: Announcement): Draft {
  return {
    kind,
    titleZh: title.zh,
    titleEn: title.en,
    textZh: text.zh,
    textEn: text.en,
    isPinned: pinned,
    isMailed: mail,
    publishAt: state === 'scheduled' ? localOf(publish_at) : '',
    from: maintenance === null ? '' : localOf(maintenance.from),
    until: maintenance === null ? '' : localOf(maintenance.until),
  };
}

function requestOf(draft: Draft, before: Announcement | null) {
  const window = before?.maintenance ?? undefined;
  return {
    kind: draft.kind,
    title: { zh: draft.titleZh, en: draft.titleEn },
    text: { zh: draft.textZh, en: draft.textEn },
    pinned: draft.isPinned,
    mail: draft.isMailed,
    ...(draft.publishAt === '' ? {} : { publish_at: timeOf(draft.publishAt, before?.publish_at) }),
    ...(draft.kind === 'maintenance'
      ? { maintenance: { from: timeOf(draft.from, window?.from), until: timeOf(draft.until, window?.until) } }
      : {}),
  };
}

function isWhole({ kind, titleZh, titleEn, textZh, textEn, from, until }: Draft): boolean {
  const words = [titleZh, titleEn, textZh, textEn];
  return words.every((text) => text.trim() !== '') && (kind !== 'maintenance' || (from !== '' && until !== ''));
}

interface AnnouncementDrawerProps {
  /** The announcement to change; `null` for a new one. */
  readonly announcement: Announcement | null;
  /** Initial values of a new announcement. */
  readonly kind: AnnouncementKind;
  readonly onClose: () => void;
}

/** Edits an announcement, Chinese and English side by side, with a preview. */
export function AnnouncementDrawer({ announcement, kind, onClose }: AnnouncementDrawerProps) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const [intention, setIntention] = useState(newIdempotencyKey);
  const [draft, setDraft] = useState(() => (announcement === null ? { ...blank, kind } : draftOf(announcement)));
  const set = (change: Partial<Draft>): void => {
    setDraft((before) => ({ ...before, ...change }));
  };
  const sending = useMutation({
    mutationFn: () => {
      const body = requestOf(draft, announcement);
      return announcement === null
        ? operatorNewsApi.createAnnouncement({ headers: { 'Idempotency-Key': intention }, body })
        : operatorNewsApi.changeAnnouncement({ params: { id: announcement.id }, body });
    },
    onError: (error) => {
      if (error instanceof ApiError && error.status < 500) setIntention(newIdempotencyKey());
    },
    onSuccess: async () => {
      toast(t.made);
      onClose();
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['operator'] }),
        queries.invalidateQueries({ queryKey: ['announcements'] }),
      ]);
    },
  });
  const isOut = announcement?.state === 'published';
  const title = announcement === null ? t.create : t.edit;
  return (
    <SubmitDrawer
      title={title}
      submit={announcement !== null ? t.keep : draft.kind === 'maintenance' || draft.publishAt !== '' ? t.schedule : t.save}
      isReady={isWhole(draft)}
      isBusy={sending.isPending}
      onClose={onClose}
      onSubmit={() => {
        sending.mutate();
      }}
    >
      <Fields draft={draft} set={set} isOut={isOut} />
      <Preview draft={draft} />
      <FormFault error={sending.error} />
      <Outcome draft={draft} isOut={isOut} isChange={announcement !== null} />
    </SubmitDrawer>
  );
}

interface OutcomeProps {
  readonly draft: Draft;
  readonly isOut: boolean;
  readonly isChange: boolean;
}

/** The effect of saving. */
function Outcome({ draft, isOut, isChange }: OutcomeProps) {
  const t = useTexts(texts);
  const says = [
    isOut ? t.saysChanged : draft.publishAt === '' ? (isChange ? t.saysKept : t.saysNow) : t.saysLater,
    draft.kind === 'maintenance' ? t.saysMaintenance : '',
    draft.isMailed ? t.saysMail : '',
  ];
  return <FormSentence>{says.filter((text) => text !== '').join(' ')}</FormSentence>;
}

interface WordsProps {
  readonly draft: Draft;
  readonly set: (change: Partial<Draft>) => void;
}

/** The form without its buttons. */
function Fields({ draft, set, isOut }: WordsProps & { readonly isOut: boolean }) {
  const t = useTexts(texts);
  return (
    <>
      <div className="row">
        <span className="label">{t.kind}</span>
        <Segments
          label={t.kind}
          value={draft.kind}
          options={announcementKinds.map((value) => ({ value, label: t.kinds[value] }))}
          onChange={(kind) => {
            set({ kind });
          }}
        />
      </div>
      <Words draft={draft} set={set} />
      {draft.kind === 'maintenance' ? (
        <div className="both">
          <TextField
            type="datetime-local"
            label={t.from}
            value={draft.from}
            onChange={(from) => {
              set({ from });
            }}
          />
          <TextField
            type="datetime-local"
            label={t.until}
            value={draft.until}
            onChange={(until) => {
              set({ until });
            }}
          />
        </div>
      ) : null}
      <TextField
        type="datetime-local"
        label={t.publishAt}
        note={isOut ? t.publishedNote : t.publishNote}
        value={draft.publishAt}
        onChange={(publishAt) => {
          set({ publishAt });
        }}
      />
      <Check
        isOn={draft.isPinned}
        onChange={(isPinned) => {
          set({ isPinned });
        }}
      >
        {t.pinned}
      </Check>
      {writtenSite.mail ? (
        <Check
          isOn={draft.isMailed}
          onChange={(isMailed) => {
            set({ isMailed });
          }}
        >
          {t.mail}
        </Check>
      ) : null}
    </>
  );
}

function Words({ draft, set }: WordsProps) {
  const t = useTexts(texts);
  const field = (name: 'titleZh' | 'titleEn' | 'textZh' | 'textEn') => ({
    label: t[name],
    value: draft[name],
    onChange: (value: string) => {
      set({ [name]: value });
    },
  });
  return (
    <>
      <div className="both">
        <TextField maxLength={120} {...field('titleZh')} />
        <TextField maxLength={120} {...field('titleEn')} />
        <TextAreaField rows={6} maxLength={8000} {...field('textZh')} />
        <TextAreaField rows={6} maxLength={8000} {...field('textEn')} />
      </div>
      <p className="hint">{t.textHint}</p>
    </>
  );
}

function Preview({ draft }: { readonly draft: Draft }) {
  const t = useTexts(texts);
  return (
    <section aria-label={t.preview}>
      <span className="label">{t.preview}</span>
      <div className="both">
        <div lang="zh-CN">
          <b>{draft.titleZh}</b>
          <PlainText>{draft.textZh}</PlainText>
        </div>
        <div lang="en">
          <b>{draft.titleEn}</b>
          <PlainText>{draft.textEn}</PlainText>
        </div>
      </div>
    </section>
  );
}
