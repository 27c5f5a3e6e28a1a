import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { providersQuery } from '../../../api/providers.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { isAtField } from '../../../components/errors/use-refused.ts';
import { useListing, useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Segments } from '../../../ui/forms/segments.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { SubmitDrawer } from '../../../ui/windows/submit-drawer.tsx';
import { dialectName } from '../provider-words.ts';
import { addressOf, chosenVendor, emptyDraft, triedKind, type Draft } from './draft.ts';
import { ProviderFields, type ProviderFieldsProps } from './provider-fields.tsx';
import { texts } from './texts.ts';
import { TryResult } from './try-result.tsx';
import { useSave, useTry, type Tried } from './use-add-provider.ts';
import { ChosenVendor, VendorChoice } from './vendor-choice.tsx';

type Source = 'catalogue' | 'hand';

/** What is typed, what came of it, and what its button does next. */
function useAdding() {
  const [draft, setDraft] = useState<Draft>(emptyDraft);
  const [wasSent, setSent] = useState(false);
  const trying = useTry();
  const saving = useSave();
  const tried = trying.data;
  const isReadyToSave = tried?.ok === true || triedKind(draft) === null;
  return {
    draft,
    wasSent,
    tried,
    isReadyToSave,
    isBusy: trying.isPending || saving.isPending,
    error: trying.error ?? saving.error,
    change: (some: Partial<Draft>): void => {
      trying.reset();
      saving.reset();
      setDraft((before) => ({ ...before, ...some }));
    },
    submit: (): void => {
      setSent(true);
      if (draft.name.trim() === '' || addressOf(draft) === '') return;
      if (isReadyToSave) saving.mutate({ draft, tried });
      else
        trying.mutate(draft, {
          onSuccess: (found) => {
            if (found.ok) saving.mutate({ draft, tried: found });
          },
        });
    },
    saveAnyway: (): void => {
      saving.mutate({ draft, tried: undefined });
    },
  };
}

type Adding = ReturnType<typeof useAdding>;

/** Adds an upstream: what is typed is tried by a real call first, and saved if it works. */
export function AddProviderDrawer({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(texts);
  const [source, setSource] = useState<Source>('catalogue');
  const adding = useAdding();
  const { draft, tried, isReadyToSave, isBusy, change } = adding;
  const isChosen = source === 'hand' || draft.vendor !== null;
  return (
    <SubmitDrawer
      title={t.add}
      submit={isReadyToSave ? t.save : t.testAndSave}
      isReady={isChosen}
      isBusy={isBusy}
      onClose={onClose}
      onSubmit={adding.submit}
      aside={tried?.ok === false ? <Button onClick={adding.saveAnyway}>{t.saveAnyway}</Button> : undefined}
    >
      <div className="row">
        <span className="label">{t.from}</span>
        <Segments
          label={t.from}
          value={source}
          options={[
            { value: 'catalogue', label: t.catalogue },
            { value: 'hand', label: t.byHand },
          ]}
          onChange={(next) => {
            setSource(next);
            change(emptyDraft);
          }}
        />
      </div>
      {isChosen ? (
        <Settings adding={adding} />
      ) : (
        <Catalogue
          adding={adding}
          onByHand={() => {
            setSource('hand');
          }}
        />
      )}
    </SubmitDrawer>
  );
}

function Catalogue({ adding: { draft, change }, onByHand }: { readonly adding: Adding; readonly onByHand: () => void }) {
  const { data: known = [] } = useQuery(providersQuery);
  return (
    <VendorChoice
      onChoose={(vendor) => {
        change(chosenVendor(vendor, draft, (name) => known.some((one) => one.name === name)));
      }}
      onByHand={onByHand}
    />
  );
}

function Settings({ adding: { draft, change, wasSent, tried, error } }: { readonly adding: Adding }) {
  return (
    <>
      {draft.vendor === null ? null : (
        <ChosenVendor
          vendor={draft.vendor}
          onChange={() => {
            change(emptyDraft);
          }}
        />
      )}
      <ProviderFields draft={draft} change={change} wasSent={wasSent} tried={tried} error={error} />
      <Outcome draft={draft} tried={tried} error={error} />
    </>
  );
}

/** What came of the try, and what happens next. */
function Outcome({ draft, tried, error }: Pick<ProviderFieldsProps, 'draft' | 'tried' | 'error'>) {
  const t = useTexts(texts);
  const listed = useListing();
  const isSaid = isAtField(error, ['name', 'routes']);
  return (
    <>
      {tried === undefined ? null : <TryResult tried={tried} isAtField={isFieldShown(draft, tried)} />}
      {isSaid ? null : <FormFault error={error} />}
      <FormSentence>
        {triedKind(draft) === null
          ? t.sayMusic
          : tried === undefined
            ? t.sayTest
            : tried.ok
              ? t.sayGood(draft.name.trim(), listed(tried.dialects.map(dialectName)))
              : t.sayBad}
      </FormSentence>
    </>
  );
}

/** A vendor of the catalogue has no field for its protocol. */
function isFieldShown(draft: Draft, { field }: Tried): boolean {
  return field !== null && (field !== 'chat_dialects' || draft.vendor === null);
}
