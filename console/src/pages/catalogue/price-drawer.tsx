import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PutModelRequest } from '@tollgate/contract/catalogue/operator-models';
import type { ModelKind } from '@tollgate/contract/enumerations';
import { useState, type ReactNode } from 'react';
import { FormFault } from '../../components/errors/form-fault.tsx';
import { useZoneName } from '../../components/time/time-text.ts';
import { useTexts } from '../../i18n/texts.ts';
import { Check, TextField } from '../../ui/forms/text-field.tsx';
import { FormSentence } from '../../ui/states/notice.tsx';
import { toast } from '../../ui/states/toast.tsx';
import { SubmitDrawer } from '../../ui/windows/submit-drawer.tsx';
import type { OperatorModel } from '../../api/operator-models.ts';
import { putModel, type PricePreview } from './operator-catalogue.ts';
import { useNamed } from './price-sheets.tsx';
import { ChangedSince } from './changed-since.tsx';
import { baseLines, draftOf, isComplete, isRate, isRequired, priceOf, type PriceDraft } from './price-draft.ts';
import './price-form.css';
import { priceFormTexts } from './price-form-texts.ts';
import { PriceLines } from './price-lines.tsx';
import { PricePreviewView } from './price-preview.tsx';
import { PriceVariants } from './price-variants.tsx';
import { useCallWords } from './use-call-words.ts';
import { usePricePreview } from './use-price-preview.ts';

interface PriceDrawerProps {
  readonly model: OperatorModel;
  readonly onClose: () => void;
}

function useSave(name: string, onClose: () => void) {
  const t = useTexts(priceFormTexts);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PutModelRequest) => putModel(name, body),
    onSuccess: async () => {
      toast(t.saved(name));
      onClose();
      await client.invalidateQueries({ queryKey: ['operator', 'models'] });
    },
  });
}

function usePriceForm(model: OperatorModel, onClose: () => void) {
  const offset = useZoneName().replace('UTC', '');
  const kind = model.kind as ModelKind;
  const [edited, setEdited] = useState(model);
  const [draft, setDraft] = useState(() => draftOf(model.price, kind, offset));
  const save = useSave(model.name, onClose);
  const stated = {
    price: priceOf(draft),
    ...(draft.startsAt === '' ? {} : { price_from: `${draft.startsAt}:00${offset}` }),
  };
  const isWhole = isComplete(draft, kind);
  const { preview, error } = usePricePreview(isWhole ? { model: model.name, kind, ...stated } : null);
  const isMeant = preview?.tenfold === null || draft.isMeant;
  return {
    ...{ kind, offset, edited, draft, save, preview, error },
    isReady: isWhole && preview !== undefined && preview.version !== null && isMeant,
    change: (some: Partial<PriceDraft>): void => {
      setDraft((before) => ({ ...before, isMeant: false, ...some }));
    },
    send: (): void => {
      save.mutate({ kind, ...stated, ...(draft.isMeant ? { confirm: true } : {}), if_revision: edited.revision });
    },
    reload: (): void => {
      setEdited(model);
      setDraft(draftOf(model.price, kind, offset));
      save.reset();
    },
  };
}

/** Edits the price of a model of any kind, next to a preview that the service calculates. */
export function PriceDrawer({ model, onClose }: PriceDrawerProps) {
  const t = useTexts(priceFormTexts);
  const { kind, offset, edited, draft, save, preview, error, isReady, change, send, reload } = usePriceForm(model, onClose);
  return (
    <SubmitDrawer
      title={t.title(model.name)}
      submit={t.save}
      isReady={isReady}
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={send}
    >
      <BaseFields draft={draft} kind={kind} change={change} />
      <StartField draft={draft} change={change} />
      <PricePreviewView preview={preview} isLater={draft.startsAt !== ''} />
      <Tenfold
        tenfold={preview?.tenfold ?? null}
        isMeant={draft.isMeant}
        onChange={(isMeant) => {
          change({ isMeant });
        }}
      />
      <More title={t.more} note={t.moreNote} isOpen={draft.lines.length > 0}>
        <PriceLines
          lines={draft.lines}
          onChange={(lines) => {
            change({ lines });
          }}
        />
      </More>
      <More title={t.variants} note={t.variantsNote} isOpen={draft.variants.length > 0}>
        <PriceVariants
          variants={draft.variants}
          offset={offset}
          onChange={(variants) => {
            change({ variants });
          }}
        />
      </More>
      <FormFault error={save.error ?? error} />
      <ChangedSince error={save.error} before={edited} now={model} onReload={reload} />
      <Effect draft={draft} preview={preview} />
    </SubmitDrawer>
  );
}

interface MoreProps {
  readonly title: string;
  readonly note: string;
  readonly isOpen: boolean;
  readonly children: ReactNode;
}

/** Parts that most prices do not need. */
function More({ title, note, isOpen, children }: MoreProps) {
  return (
    <details className="price-more" open={isOpen ? true : undefined}>
      <summary>
        {title} <small>{note}</small>
      </summary>
      {children}
    </details>
  );
}

function Effect({ draft, preview }: { readonly draft: PriceDraft; readonly preview: PricePreview | undefined }) {
  const t = useTexts(priceFormTexts);
  const version = preview?.version ?? null;
  if (version === null) return null;
  return <FormSentence>{t.version(version, draft.startsAt === '' ? t.atOnce : draft.startsAt.replace('T', ' '))}</FormSentence>;
}

interface PartProps {
  readonly draft: PriceDraft;
  readonly change: (some: Partial<PriceDraft>) => void;
}

function BaseFields({ draft, kind, change }: PartProps & { readonly kind: ModelKind }) {
  const t = useTexts(priceFormTexts);
  return (
    <div className="two">
      {baseLines(draft, kind).map((name) => {
        const text = draft.base[name];
        const isNeeded = isRequired(draft, kind, name);
        return (
          <TextField
            key={name}
            label={t.lines[name]}
            {...(name === 'cached_input' ? { note: t.cachedNote } : isNeeded ? {} : { note: t.optional })}
            before="¥"
            behind={name === 'per_call' ? t.perCall : t.perMillion}
            inputMode="decimal"
            autoComplete="off"
            value={text}
            onChange={(typed) => {
              change({ base: { ...draft.base, [name]: typed.trim() } });
            }}
            error={text === '' || isRate(text) ? undefined : t.wrong}
            required={isNeeded}
          />
        );
      })}
    </div>
  );
}

function StartField({ draft, change }: PartProps) {
  const t = useTexts(priceFormTexts);
  const zone = useZoneName();
  return (
    <TextField
      type="datetime-local"
      label={t.starts}
      note={t.startsNote(zone)}
      value={draft.startsAt}
      onChange={(startsAt) => {
        change({ startsAt });
      }}
    />
  );
}

interface TenfoldProps {
  readonly tenfold: PricePreview['tenfold'];
  readonly isMeant: boolean;
  readonly onChange: (isMeant: boolean) => void;
}

function Tenfold({ tenfold, isMeant, onChange }: TenfoldProps) {
  const t = useTexts(priceFormTexts);
  const named = useNamed();
  const words = useCallWords();
  if (tenfold === null) return null;
  const line = tenfold.line?.replace('dearest ', '') ?? '';
  const what = tenfold.usage === null ? (named({ [line]: '' })[0]?.[0] ?? line) : words(tenfold.usage);
  return (
    <Check isOn={isMeant} onChange={onChange}>
      {t.tenfold(t.tenfoldIs(what, tenfold.before, tenfold.after))}
    </Check>
  );
}
