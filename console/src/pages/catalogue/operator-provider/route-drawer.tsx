import type { Region } from '@tollgate/contract/enumerations';
import { useState } from 'react';
import type { Provider } from '../../../api/providers.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { isAtField, useRefused } from '../../../components/errors/use-refused.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Segments } from '../../../ui/forms/segments.tsx';
import { TextAreaField, TextField } from '../../../ui/forms/text-field.tsx';
import { countText } from '../../../ui/number-text.ts';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { SubmitDrawer } from '../../../ui/windows/submit-drawer.tsx';
import { providerWords } from '../provider-words.ts';
import { useChangeProvider } from '../use-provider.ts';
import { keysIn, keysMax } from './key-entry.ts';
import { texts } from './texts.ts';

const regions = ['domestic', 'overseas'] as const;

/** Adds a route: an address in a region, with its keys. */
export function RouteDrawer({ provider, onClose }: { readonly provider: Provider; readonly onClose: () => void }) {
  const t = useTexts(texts);
  const words = useTexts(providerWords);
  const [region, setRegion] = useState<Region>('domestic');
  const [address, setAddress] = useState('');
  const [pasted, setPasted] = useState('');
  const [wasSent, setSent] = useState(false);
  const changing = useChangeProvider(provider.id);
  const refused = useRefused(changing.error, 'provider');
  const keys = keysIn(pasted);
  const isTooMany = keys.length > keysMax;
  const submit = (): void => {
    setSent(true);
    if (address.trim() === '' || isTooMany) return;
    const credentials = keys.length === 0 ? { api_key: null } : { keys: keys.map((key) => ({ api_key: key })) };
    changing.mutate(
      {
        patch: ({ routes }) => ({
          routes: [
            ...routes.map(({ region: its, base_url }) => ({ region: its, base_url })),
            { region, base_url: address.trim(), ...credentials },
          ],
        }),
        done: t.routeAdded,
      },
      { onSuccess: onClose },
    );
  };
  return (
    <SubmitDrawer title={t.routeTitle} submit={t.addRoute} isBusy={changing.isPending} onClose={onClose} onSubmit={submit}>
      <div className="row">
        <span className="label">{t.region}</span>
        <Segments
          label={t.region}
          value={region}
          options={regions.map((value) => ({ value, label: words.regions[value] }))}
          onChange={setRegion}
        />
      </div>
      <TextField
        label={t.address}
        hint={t.addressHint}
        inputMode="url"
        value={address}
        onChange={setAddress}
        autoComplete="off"
        spellCheck={false}
        error={wasSent && address.trim() === '' ? t.needed : refused('routes')}
      />
      <TextAreaField
        label={t.paste}
        note={t.pasteNote}
        hint={t.pasteHint}
        rows={5}
        className="mono"
        value={pasted}
        onChange={setPasted}
        autoComplete="off"
        spellCheck={false}
        error={isTooMany ? t.keysTooMany : undefined}
      />
      {isAtField(changing.error, ['routes']) ? null : <FormFault error={changing.error} form="provider" />}
      <FormSentence>{t.routeSays(words.regions[region], countText(keys.length))}</FormSentence>
    </SubmitDrawer>
  );
}
