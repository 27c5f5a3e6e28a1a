import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { FileButton } from '../../../ui/forms/file-button.tsx';
import { TextAreaField, TextField } from '../../../ui/forms/text-field.tsx';
import { countText } from '../../../ui/number-text.ts';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { SubmitDrawer } from '../../../ui/windows/submit-drawer.tsx';
import { putWorkingYear, type WorkingYear } from '../working-years.ts';
import { calendarTexts } from './calendar-texts.ts';
import { countYear, readCalendar, type ReadCalendar } from './read-calendar.ts';
import { YearGrid } from './year-grid.tsx';

interface ImportDrawerProps {
  readonly year: string;
  readonly known: readonly WorkingYear[];
  readonly onClose: () => void;
}

const textMax = 200_000;
const isYear = (text: string): boolean => /^20\d\d$/.test(text);

/** Reads an official list of holidays, shows its content, and saves it. */
export function ImportDrawer({ year: asked, known, onClose }: ImportDrawerProps) {
  const t = useTexts(calendarTexts);
  const client = useQueryClient();
  const [year, setYear] = useState(asked);
  const [source, setSource] = useState<string>(t.usualSource);
  const [text, setText] = useState('');
  const read = useMemo(() => (isYear(year) ? readCalendar(text, Number(year)) : null), [text, year]);
  const hasDates = read !== null && read.off.length + read.on.length > 0;
  const save = useMutation({
    mutationFn: ({ off, on }: ReadCalendar) => putWorkingYear(year, { off: [...off], on: [...on], source: source.trim() }),
    onSuccess: async () => {
      toast(t.saved(year));
      onClose();
      await client.invalidateQueries({ queryKey: ['operator'] });
    },
  });
  const mayBeSent = hasDates && source.trim() !== '';
  return (
    <SubmitDrawer
      title={t.importYear(year)}
      submit={t.save}
      isReady={mayBeSent}
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={() => {
        if (read !== null) save.mutate(read);
      }}
    >
      <TextField
        label={t.year}
        inputMode="numeric"
        value={year}
        onChange={(typed) => {
          setYear(typed.trim());
        }}
        error={isYear(year) ? undefined : t.yearWrong}
        autoComplete="off"
        maxLength={4}
      />
      <ListField text={text} onChange={setText} isUnread={text.trim() !== '' && !hasDates && isYear(year)} />
      <TextField label={t.source} value={source} onChange={setSource} hint={t.sourceHint} maxLength={200} autoComplete="off" />
      {read !== null && hasDates ? <YearGrid year={Number(year)} off={read.off} on={read.on} /> : null}
      {read === null || read.foreign.length === 0 ? null : <p className="hint">{t.foreign(read.foreign.join(', '))}</p>}
      <FormFault error={save.error} />
      <Sentence year={year} read={hasDates ? read : null} before={known.find((one) => String(one.year) === year)} />
    </SubmitDrawer>
  );
}

interface SentenceProps {
  readonly year: string;
  readonly read: ReadCalendar | null;
  readonly before: WorkingYear | undefined;
}

function Sentence({ year, read, before }: SentenceProps) {
  const t = useTexts(calendarTexts);
  if (read === null) return <FormSentence>{t.sayEmpty}</FormSentence>;
  const { worked, off, on } = countYear(Number(year), read);
  const replaced = before === undefined ? '' : t.replaces(countText(before.off.length), countText(before.on.length));
  return (
    <FormSentence>
      {t.say(year, countText(worked), countText(off), countText(on))} {replaced}
    </FormSentence>
  );
}

interface ListFieldProps {
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly isUnread: boolean;
}

function ListField({ text, onChange, isUnread }: ListFieldProps) {
  const t = useTexts(calendarTexts);
  return (
    <>
      <TextAreaField
        label={t.list}
        hint={t.listHint}
        error={isUnread ? t.nothingRead : undefined}
        className="settings-text"
        rows={6}
        maxLength={textMax}
        value={text}
        onChange={onChange}
      />
      <div className="settings-picture">
        <FileButton
          accept=".txt,.csv,.json,text/plain,text/csv,application/json"
          onFile={(file) => void file.slice(0, textMax).text().then(onChange)}
        >
          {t.file}
        </FileButton>
      </div>
    </>
  );
}
