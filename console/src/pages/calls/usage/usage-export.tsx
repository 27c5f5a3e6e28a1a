import { useState } from 'react';
import { useAccount } from '../../../api/current-account.ts';
import { usageFile, type UsageQuestion } from '../../../api/usage.ts';
import { useLanguage, useTexts } from '../../../i18n/texts.ts';
import { Button, buttonClass } from '../../../ui/buttons/button.tsx';
import { Segments } from '../../../ui/forms/segments.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { Modal } from '../../../ui/windows/modal.tsx';
import { ExportButton, FormatChoice, useExportFormat } from '../export-button.tsx';
import { texts } from './texts.ts';
import type { GroupName } from './usage-groups.ts';

const divisions = ['whole', 'days'] as const;
type Division = (typeof divisions)[number];

interface UsageExportProps {
  /** The displayed period and filter. */
  readonly question: UsageQuestion;
  readonly by: GroupName;
}

/** Exports the displayed data as a file. */
export function UsageExport(props: UsageExportProps) {
  const t = useTexts(texts);
  return <ExportButton label={t.export} window={(onClose) => <ExportWindow {...props} onClose={onClose} />} />;
}

function ExportWindow({ question, by, onClose }: UsageExportProps & { readonly onClose: () => void }) {
  const t = useTexts(texts);
  const account = useAccount();
  const locale = useLanguage();
  const [format, setFormat] = useExportFormat();
  const [division, setDivision] = useState<Division>('whole');
  const isByDay = by === 'day' || division === 'days';
  const groups = by === 'day' ? 'day' : isByDay ? `day,${by}` : by;
  const href = usageFile(
    account.id,
    { ...question, group_by: groups },
    {
      format: format === 'xlsx' ? 'xlsx' : 'csv',
      ...(format === 'gb' ? { encoding: 'gb18030' } : {}),
      locale,
    },
  );
  return (
    <Modal label={t.exportTitle} onClose={onClose}>
      <header>
        <h2>{t.exportTitle}</h2>
      </header>
      <div className="pad form">
        <FormatChoice label={t.format} names={t.formats} value={format} onChange={setFormat} />
        {by === 'day' ? null : (
          <div className="export-row">
            <span className="label">{t.lines}</span>
            <Segments
              label={t.lines}
              value={division}
              options={divisions.map((value) => ({ value, label: t.divisions[value] }))}
              onChange={setDivision}
            />
          </div>
        )}
        <FormSentence>
          {t.say(question.from ?? '', question.to ?? '', isByDay && by !== 'day' ? t.perDay(t.groups[by]) : t.groups[by])}
        </FormSentence>
        <p className="hint">{t.bound}</p>
      </div>
      <footer>
        <Button onClick={onClose}>{t.close}</Button>
        <a className={buttonClass({ look: 'primary' })} href={href} download>
          {t.download}
        </a>
      </footer>
    </Modal>
  );
}
