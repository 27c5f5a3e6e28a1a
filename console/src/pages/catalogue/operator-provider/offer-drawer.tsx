import { modelKinds } from '@tollgate/contract/enumerations';
import { useState } from 'react';
import type { Provider } from '../../../api/providers.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { SubmitDrawer } from '../../../ui/windows/submit-drawer.tsx';
import { offersOf, useChangeProvider } from '../use-provider.ts';
import { LineFields } from './choice-fields.tsx';
import { ProviderChanged } from './provider-changed.tsx';
import { areRight, linesFrom, priceOf } from './publish-lines.ts';
import { texts } from './texts.ts';

interface OfferDrawerProps {
  readonly provider: Provider;
  readonly offer: Provider['models'][number];
  readonly kind: string;
  readonly onClose: () => void;
}

/** The name of a model at the upstream, and what the upstream charges for it. */
export function OfferDrawer({ provider, offer, kind: named, onClose }: OfferDrawerProps) {
  const t = useTexts(texts);
  const kind = modelKinds.find((each) => each === named) ?? 'chat';
  const [opened, setOpened] = useState(provider);
  const stored = offersOf({ models: [offer] })[0]?.cost ?? null;
  const before = linesFrom(stored ?? undefined, kind);
  const [upstream, setUpstream] = useState(offer.upstream_model);
  const [cost, setCost] = useState(before);
  const changing = useChangeProvider(provider.id);
  const isReady = upstream.trim() !== '' && areRight(kind, cost);
  // A cost with more parts than these fields stays whole while they are not touched.
  const isTouched = JSON.stringify(cost) !== JSON.stringify(before);
  const wanted = isTouched ? priceOf({ kind, known: null }, cost, 'cost') : stored;
  return (
    <SubmitDrawer
      title={t.offerTitle(offer.model)}
      submit={t.save}
      isReady={isReady}
      isBusy={changing.isPending}
      onClose={onClose}
      onSubmit={() => {
        const changed = { model: offer.model, upstream_model: upstream.trim(), cost: wanted };
        changing.mutate(
          {
            since: opened,
            patch: (now) => ({ models: offersOf(now).map((one) => (one.model === offer.model ? changed : one)) }),
            done: t.saved,
          },
          { onSuccess: onClose },
        );
      }}
    >
      <TextField
        label={t.upstreamName}
        value={upstream}
        onChange={setUpstream}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        error={upstream.trim() === '' ? t.needed : undefined}
      />
      <LineFields of="costOf" kind={kind} lines={cost} change={setCost} />
      <FormFault error={changing.error} />
      <ProviderChanged
        error={changing.error}
        before={opened}
        now={provider}
        onReload={() => {
          setOpened(provider);
          setUpstream(offer.upstream_model);
          setCost(before);
          changing.reset();
        }}
      />
      <FormSentence>{t.offerSays}</FormSentence>
    </SubmitDrawer>
  );
}
