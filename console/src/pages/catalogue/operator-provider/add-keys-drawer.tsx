import { useState } from 'react';
import type { Provider, ProviderRoute } from '../../../api/providers.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { TextAreaField } from '../../../ui/forms/text-field.tsx';
import { countText } from '../../../ui/number-text.ts';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { SubmitDrawer } from '../../../ui/windows/submit-drawer.tsx';
import { providerWords } from '../provider-words.ts';
import { keptKey, useChangeProvider, withKeys } from '../use-provider.ts';
import { KeyFields, settingsOf, usualSettings } from './key-fields.tsx';
import { keysIn, keysMax } from './key-entry.ts';
import { texts } from './texts.ts';

interface AddKeysDrawerProps {
  readonly provider: Provider;
  readonly route: ProviderRoute;
  readonly onClose: () => void;
}

/** Adds keys to a route, as many as are pasted. */
export function AddKeysDrawer({ provider, route, onClose }: AddKeysDrawerProps) {
  const t = useTexts(texts);
  const words = useTexts(providerWords);
  const [pasted, setPasted] = useState('');
  const [settings, setSettings] = useState(usualSettings);
  const [wasSent, setSent] = useState(false);
  const changing = useChangeProvider(provider.id);
  const keys = keysIn(pasted);
  const held = route.keys.filter(({ has_api_key: hasKey }) => hasKey).length;
  const count = countText(keys.length);
  const isTooMany = keys.length + held > keysMax;
  const submit = (): void => {
    setSent(true);
    const shared = settingsOf(settings);
    if (keys.length === 0 || isTooMany || shared === null) return;
    const patch = withKeys(route.id, (before) => [
      ...before.filter(({ has_api_key: hasKey }) => hasKey).map(keptKey),
      ...keys.map((key) => ({ api_key: key, ...shared })),
    ]);
    changing.mutate({ patch, done: t.keysAdded(count) }, { onSuccess: onClose });
  };
  return (
    <SubmitDrawer
      title={t.addKeysTitle(words.regions[route.region])}
      submit={t.addKeys}
      isBusy={changing.isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextAreaField
        label={t.paste}
        note={t.pasteNote}
        hint={keys.length === 0 ? t.pasteHint : `${t.pasted(count)} · ${t.pasteHint}`}
        rows={8}
        className="mono"
        value={pasted}
        onChange={setPasted}
        autoComplete="off"
        spellCheck={false}
        error={isTooMany ? t.keysTooMany : wasSent && keys.length === 0 ? t.keyNeeded : undefined}
      />
      <KeyFields
        value={settings}
        change={(some) => {
          setSettings((before) => ({ ...before, ...some }));
        }}
      />
      <FormFault error={changing.error} />
      <FormSentence>{keys.length === 0 ? t.keyNeeded : t.addKeysSays(count)}</FormSentence>
    </SubmitDrawer>
  );
}
