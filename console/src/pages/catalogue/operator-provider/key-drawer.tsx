import { useState } from 'react';
import type { Provider, ProviderKey, ProviderRoute } from '../../../api/providers.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { SubmitDrawer } from '../../../ui/windows/submit-drawer.tsx';
import { keyName } from '../provider-figures.ts';
import { useChangeProvider, withEachKey } from '../use-provider.ts';
import { KeyFields, settingsOf } from './key-fields.tsx';
import { ProviderChanged } from './provider-changed.tsx';
import { texts } from './texts.ts';

export interface KeyOfRoute {
  readonly provider: Provider;
  readonly route: ProviderRoute;
  readonly record: ProviderKey;
}

const textOf = (limit: number | null): string => (limit === null ? '' : String(limit));

const draftOf = ({ weight, limits }: ProviderKey) => ({
  weight: String(weight),
  rpm: textOf(limits.requests_per_minute),
  tpm: textOf(limits.tokens_per_minute),
  concurrency: textOf(limits.concurrency),
});

/** The weight and the limits of one key. */
export function KeyDrawer({ provider, record, onClose }: KeyOfRoute & { readonly onClose: () => void }) {
  const t = useTexts(texts);
  const changing = useChangeProvider(provider.id);
  const [opened, setOpened] = useState(provider);
  const [settings, setSettings] = useState(() => draftOf(record));
  const read = settingsOf(settings);
  return (
    <SubmitDrawer
      title={t.editKey(keyName(record))}
      submit={t.save}
      isReady={read !== null}
      isBusy={changing.isPending}
      onClose={onClose}
      onSubmit={() => {
        if (read !== null)
          changing.mutate({ since: opened, patch: withEachKey([record.id], read), done: t.saved }, { onSuccess: onClose });
      }}
    >
      <KeyFields
        value={settings}
        change={(some) => {
          setSettings((before) => ({ ...before, ...some }));
        }}
      />
      <FormFault error={changing.error} />
      <ProviderChanged
        error={changing.error}
        before={opened}
        now={provider}
        onReload={() => {
          setOpened(provider);
          setSettings(draftOf(record));
          changing.reset();
        }}
      />
      <FormSentence>
        {t.keySays(
          settings.weight,
          settings.rpm.trim() || t.unlimited,
          settings.tpm.trim() || t.unlimited,
          settings.concurrency.trim() || t.unlimited,
        )}
      </FormSentence>
    </SubmitDrawer>
  );
}
