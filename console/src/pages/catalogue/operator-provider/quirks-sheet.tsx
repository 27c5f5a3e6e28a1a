import { quirkNames, type QuirkName } from '@tollgate/contract/catalogue/quirks';
import { useState } from 'react';
import type { Provider } from '../../../api/providers.ts';
import { useWhy } from '../../../components/errors/error-state.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { Check } from '../../../ui/forms/text-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { providerWords } from '../provider-words.ts';
import { useChangeProvider } from '../use-provider.ts';
import { texts } from './texts.ts';

interface QuirksSheetProps {
  readonly provider: Provider;
  /** Found by the last test. */
  readonly suggested: readonly QuirkName[];
  readonly mayChange: boolean;
}

/** Where an upstream differs from its protocol: a switch for each, in force from the next request. */
export function QuirksSheet({ provider, suggested, mayChange }: QuirksSheetProps) {
  const t = useTexts(texts);
  const words = useTexts(providerWords);
  const why = useWhy();
  const changing = useChangeProvider(provider.id);
  /** What was pressed and is not stored yet. */
  const [pressed, setPressed] = useState<Partial<Record<QuirkName, boolean>>>({});
  return (
    <Sheet title={t.quirks} note={t.quirksNote} isPadded>
      <div className="quirks">
        {quirkNames.map((name) => (
          <Check
            key={name}
            isOn={pressed[name] ?? provider.quirks[name]}
            isDisabled={!mayChange}
            onChange={(isOn) => {
              setPressed((before) => ({ ...before, [name]: isOn }));
              changing.mutate(
                { patch: () => ({ quirks: { [name]: isOn } }), done: t.quirkSet(words.quirks[name].name) },
                {
                  onError: (error) => {
                    toast(why(error));
                  },
                  onSettled: () => {
                    setPressed({});
                  },
                },
              );
            }}
          >
            {words.quirks[name].name}
            {suggested.includes(name) && !provider.quirks[name] ? <b className="warn"> {t.suggestedHere}</b> : null}
            <small className="block quiet">{words.quirks[name].note}</small>
          </Check>
        ))}
      </div>
    </Sheet>
  );
}
