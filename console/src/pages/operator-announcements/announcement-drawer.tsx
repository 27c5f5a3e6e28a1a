import { announcementKinds, type AnnouncementKind } from '@tollgate/contract/enumerations';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { answerOf, api } from '../../api/client.ts';
import { useCause } from '../../components/error-state.tsx';
import { PlainText } from '../../components/plain-text.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { Button } from '../../ui/button.tsx';
import { FormDrawer } from '../../ui/drawer.tsx';
import { FormSentence } from '../../ui/notice.tsx';
import { Segments } from '../../ui/segments.tsx';
import { Check, Field, TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { texts } from './texts.ts';

interface Draft {
  readonly kind: AnnouncementKind;
  readonly titleZh: string;
  readonly titleEn: string;
  readonly textZh: string;
  readonly textEn: string;
  readonly isPinned: boolean;
  /** As fields of date and time have them, in the zone of the browser. */
  readonly publishAt: string;
  readonly from: string;
  readonly until: string;
}

const blank: Draft = {
  ...{ kind: 'news', titleZh: '', titleEn: '', textZh: '', textEn: '' },
  ...{ isPinned: false, publishAt: '', from: '', until: '' },
};

const isoOf = (local: string): string => new Date(local).toISOString();

function requestOf(draft: Draft) {
  return {
    kind: draft.kind,
    title: { zh: draft.titleZh, en: draft.titleEn },
    text: { zh: draft.textZh, en: draft.textEn },
    pinned: draft.isPinned,
    ...(draft.publishAt === '' ? {} : { publish_at: isoOf(draft.publishAt) }),
    ...(draft.kind === 'maintenance' ? { maintenance: { from: isoOf(draft.from), until: isoOf(draft.until) } } : {}),
  };
}

function isWhole({ kind, titleZh, titleEn, textZh, textEn, from, until }: Draft): boolean {
  const words = [titleZh, titleEn, textZh, textEn];
  return words.every((text) => text.trim() !== '') && (kind !== 'maintenance' || (from !== '' && until !== ''));
}

interface LongFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function LongField({ label, value, onChange }: LongFieldProps) {
  return (
    <Field label={label}>
      {(ids) => (
        <textarea
          {...ids}
          rows={6}
          maxLength={8000}
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
          }}
        />
      )}
    </Field>
  );
}

/** Writes an announcement, Chinese and English side by side, with how it will look. */
export function AnnouncementDrawer({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const [draft, setDraft] = useState(blank);
  const set = (change: Partial<Draft>): void => {
    setDraft((before) => ({ ...before, ...change }));
  };
  const sending = useMutation({
    mutationFn: () => answerOf(api.POST('/api/admin/announcements', { body: requestOf(draft) })),
    onSuccess: async () => {
      toast(t.made);
      onClose();
      await Promise.all([
        queries.invalidateQueries({ queryKey: ['operator'] }),
        queries.invalidateQueries({ queryKey: ['announcements'] }),
      ]);
    },
  });
  const fault = useCause(sending.error);
  const isMaintenance = draft.kind === 'maintenance';
  return (
    <FormDrawer
      title={t.create}
      label={t.create}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button look="primary" type="submit" form="announcement" disabled={!isWhole(draft)} isBusy={sending.isPending}>
            {isMaintenance || draft.publishAt !== '' ? t.schedule : t.save}
          </Button>
        </>
      }
    >
      <form
        id="announcement"
        className="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isWhole(draft)) sending.mutate();
        }}
      >
        <Fields draft={draft} set={set} />
        <Preview draft={draft} />
        {sending.error === null ? null : (
          <p className="hint bad" role="alert">
            {fault}
          </p>
        )}
        <FormSentence>
          {draft.publishAt === '' ? t.saysNow : t.saysLater} {isMaintenance ? t.saysMaintenance : ''}
        </FormSentence>
      </form>
    </FormDrawer>
  );
}

interface WordsProps {
  readonly draft: Draft;
  readonly set: (change: Partial<Draft>) => void;
}

/** What is entered, but for the buttons. */
function Fields({ draft, set }: WordsProps) {
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
          <TimeField
            label={t.from}
            value={draft.from}
            onChange={(from) => {
              set({ from });
            }}
          />
          <TimeField
            label={t.until}
            value={draft.until}
            onChange={(until) => {
              set({ until });
            }}
          />
        </div>
      ) : null}
      <TimeField
        label={t.publishAt}
        note={t.publishNote}
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
        <LongField {...field('textZh')} />
        <LongField {...field('textEn')} />
      </div>
      <p className="hint">{t.textHint}</p>
    </>
  );
}

interface TimeFieldProps extends LongFieldProps {
  readonly note?: string;
}

function TimeField({ label, note, value, onChange }: TimeFieldProps) {
  return (
    <TextField label={label} type="datetime-local" value={value} onChange={onChange} {...(note === undefined ? {} : { note })} />
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
