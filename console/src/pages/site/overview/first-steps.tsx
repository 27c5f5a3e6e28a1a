import { clientBase } from '../../../api/client-addresses.ts';
import { LinkButton } from '../../../components/links/app-link.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { CodeTabs } from '../../../ui/code-tabs.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { ProgressSteps } from '../../../ui/states/progress-steps.tsx';
import { clientSamples } from './client-samples.ts';
import { texts } from './texts.ts';

interface FirstStepsProps {
  readonly keys: number;
  readonly mayCreate: boolean;
}

/** Replaces the figures while all of them are zero: the steps to a first call. */
export function FirstSteps({ keys, mayCreate }: FirstStepsProps) {
  const { steps: t } = useTexts(texts);
  const hasKey = keys > 0;
  return (
    <Sheet title={t.title} isPadded>
      <ProgressSteps
        steps={[
          {
            state: hasKey ? 'done' : 'now',
            title: t.key,
            note: hasKey ? t.keyDone(keys) : t.keyNote,
            children:
              hasKey || !mayCreate ? null : (
                <LinkButton to={paths.createKey('test')} look="primary" icon="plus" className="step-button">
                  {t.keyButton}
                </LinkButton>
              ),
          },
          {
            state: hasKey ? 'now' : 'ahead',
            title: t.change,
            note: t.changeNote,
            children: (
              <div className="step-code">
                <CodeTabs isSmall samples={clientSamples(clientBase())} />
              </div>
            ),
          },
          { state: 'ahead', title: t.watch, note: hasKey ? <span role="status">{t.waiting}</span> : t.watchNote },
        ]}
      />
    </Sheet>
  );
}
