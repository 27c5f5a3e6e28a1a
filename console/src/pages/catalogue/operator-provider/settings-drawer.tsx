import { useState } from 'react';
import type { Provider } from '../../../api/providers.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { isAtField, useRefused } from '../../../components/errors/use-refused.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { SubmitDrawer } from '../../../ui/windows/submit-drawer.tsx';
import { useChangeProvider } from '../use-provider.ts';
import { limitOf, weightOf } from './key-entry.ts';
import { ProviderChanged } from './provider-changed.tsx';
import { ProtocolFields, type Protocols } from './protocol-fields.tsx';
import { texts } from './texts.ts';

/** The name of an upstream, its place among the others, and its protocols. */
export function SettingsDrawer({ provider, onClose }: { readonly provider: Provider; readonly onClose: () => void }) {
  const t = useTexts(texts);
  const [opened, setOpened] = useState(provider);
  const [name, setName] = useState(provider.name);
  const [priority, setPriority] = useState(String(provider.priority));
  const [weight, setWeight] = useState(String(provider.weight));
  const [protocols, setProtocols] = useState<Protocols>({ chat_dialects: provider.chat_dialects, dialects: provider.dialects });
  const changing = useChangeProvider(provider.id);
  const refused = useRefused(changing.error, 'provider');
  const [rank, share] = [weightOf(priority), limitOf(weight)];
  const isReady =
    name.trim() !== '' && protocols.chat_dialects.length > 0 && rank !== undefined && share !== undefined && share !== null;
  return (
    <SubmitDrawer
      title={t.settingsTitle}
      submit={t.save}
      isReady={isReady}
      isBusy={changing.isPending}
      onClose={onClose}
      onSubmit={() => {
        if (!isReady) return;
        const patch = { name: name.trim(), priority: rank, weight: share, ...protocols };
        changing.mutate({ since: opened, patch: () => patch, done: t.saved }, { onSuccess: onClose });
      }}
    >
      <TextField
        label={t.name}
        value={name}
        onChange={setName}
        autoComplete="off"
        maxLength={100}
        error={name.trim() === '' ? t.needed : refused('name')}
      />
      <TextField
        label={t.priorityLabel}
        hint={t.priorityHint}
        inputMode="numeric"
        value={priority}
        onChange={setPriority}
        error={rank === undefined ? t.weightWrong : undefined}
      />
      <TextField
        label={t.weight}
        inputMode="numeric"
        value={weight}
        onChange={setWeight}
        error={share === undefined || share === null ? t.wholeNumber : undefined}
      />
      <ProtocolFields
        value={protocols}
        change={(some) => {
          setProtocols((before) => ({ ...before, ...some }));
        }}
      />
      {isAtField(changing.error, ['name']) ? null : <FormFault error={changing.error} form="provider" />}
      <ProviderChanged
        error={changing.error}
        before={opened}
        now={provider}
        onReload={() => {
          setOpened(provider);
          setName(provider.name);
          setPriority(String(provider.priority));
          setWeight(String(provider.weight));
          setProtocols({ chat_dialects: provider.chat_dialects, dialects: provider.dialects });
          changing.reset();
        }}
      />
      <FormSentence>{t.settingsSays}</FormSentence>
    </SubmitDrawer>
  );
}
