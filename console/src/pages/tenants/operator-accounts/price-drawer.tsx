import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AccountAnswer } from '@tollgate/contract/tenants/operator-accounts';
import { useState } from 'react';
import { ApiError } from '../../../api/http/api-error.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useZoneName } from '../../../components/time/time-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Check, TextField } from '../../../ui/forms/text-field.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { FormDrawer } from '../../../ui/windows/drawer.tsx';
import { SubmitDrawer } from '../../../ui/windows/submit-drawer.tsx';
import { operatorModelsQuery, type OperatorModel } from '../../../api/operator-models.ts';
import { putOwnPrice, type PutOwnPrice } from '../own-prices.ts';
import { hasMore, isByToken, isLineRight, isOptionalLine, linesOf, listed, priceOf, type TypedLines } from './price-lines.ts';
import { priceTexts } from './price-texts.ts';
import { SelectField } from '../../../components/forms/select-field.tsx';

interface PriceDrawerProps {
  readonly account: AccountAnswer;
  readonly onClose: () => void;
}

/** Gives an account a custom price for a model, with a start and an end. */
export function PriceDrawer(props: PriceDrawerProps) {
  const t = useTexts(priceTexts);
  const { data: models, error, refetch } = useQuery(operatorModelsQuery);
  if (models !== undefined) return <PriceForm {...props} models={models} />;
  return (
    <FormDrawer title={t.formTitle(props.account.name)} label={t.formTitle(props.account.name)} onClose={props.onClose}>
      <Loading of={{ error, refetch }} what={t.modelsFailed} height={320} />
    </FormDrawer>
  );
}

interface Draft {
  readonly lines: TypedLines;
  /** Format of date and time inputs, in the time zone of the service. */
  readonly from: string;
  readonly until: string;
  readonly isMeant: boolean;
}

function usePut(accountId: string, model: OperatorModel | undefined, onClose: () => void) {
  const t = useTexts(priceTexts);
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: PutOwnPrice) => putOwnPrice({ accountId, model: model?.name ?? '' }, body),
    onSuccess: async ({ model: name }) => {
      toast(t.saved(name));
      onClose();
      await client.invalidateQueries({ queryKey: ['operator', 'account', accountId] });
    },
  });
}

function PriceForm({ account, onClose, models }: PriceDrawerProps & { readonly models: readonly OperatorModel[] }) {
  const t = useTexts(priceTexts);
  const offset = useZoneName().replace('UTC', '');
  const [name, setName] = useState('');
  const [draft, setDraft] = useState<Draft>({ lines: {}, from: '', until: '', isMeant: false });
  const model = models.find((one) => one.name === name);
  const save = usePut(account.id, model, onClose);
  const asksToConfirm = save.error instanceof ApiError && save.error.param === 'confirm';
  const isOrdered = draft.until === '' || draft.from === '' || draft.from < draft.until;
  const mayBeSent = model !== undefined && isOrdered && linesOf(model).every((line) => isLineRight(line, draft.lines[line]));
  const change = (some: Partial<Draft>): void => {
    setDraft((before) => ({ ...before, ...some }));
  };
  const send = (): void => {
    if (!mayBeSent) return;
    save.mutate({
      price: priceOf(model, draft.lines),
      ...(draft.from === '' ? {} : { price_from: `${draft.from}:00${offset}` }),
      ...(draft.until === '' ? {} : { price_until: `${draft.until}:00${offset}` }),
      ...(draft.isMeant ? { confirm: true } : {}),
    });
  };
  return (
    <SubmitDrawer
      title={t.formTitle(account.name)}
      submit={t.save}
      isReady={mayBeSent}
      isBusy={save.isPending}
      onClose={onClose}
      onSubmit={send}
    >
      <SelectField
        label={t.model}
        value={name}
        options={[['', t.choose], ...models.map((each) => [each.name, each.name] as const)]}
        onChange={(next) => {
          setName(next);
          change({ lines: {}, isMeant: false });
        }}
      />
      {model === undefined ? null : <Lines model={model} draft={draft} change={change} />}
      <Times draft={draft} change={change} isOrdered={isOrdered} />
      {asksToConfirm || draft.isMeant ? (
        <Check
          isOn={draft.isMeant}
          onChange={(isMeant) => {
            change({ isMeant });
          }}
        >
          {t.confirm}
        </Check>
      ) : null}
      <FormFault error={save.error} />
      <Sentence name={account.name} model={mayBeSent ? model : undefined} draft={draft} />
    </SubmitDrawer>
  );
}

interface PartProps {
  readonly draft: Draft;
  readonly change: (some: Partial<Draft>) => void;
}

function Lines({ model, draft, change }: PartProps & { readonly model: OperatorModel }) {
  const t = useTexts(priceTexts);
  return (
    <>
      {linesOf(model).map((line) => {
        const typed = draft.lines[line] ?? '';
        const list = listed(model, line);
        return (
          <TextField
            key={line}
            label={t.lines[line]}
            {...(line === 'cached_input' ? { note: t.cachedNote } : {})}
            before="¥"
            behind={isByToken(line) ? t.perMillion : t.perPiece}
            inputMode="decimal"
            autoComplete="off"
            value={typed}
            onChange={(text) => {
              change({ lines: { ...draft.lines, [line]: text.trim() }, isMeant: false });
            }}
            hint={list === null ? undefined : t.list(`¥${list}`)}
            error={typed === '' || isLineRight(line, typed) ? undefined : t.wrong}
            required={!isOptionalLine(line)}
          />
        );
      })}
      {hasMore(model) ? <p className="hint">{t.card}</p> : null}
    </>
  );
}

function Times({ draft, change, isOrdered }: PartProps & { readonly isOrdered: boolean }) {
  const t = useTexts(priceTexts);
  const zone = useZoneName();
  return (
    <div className="two">
      <TextField
        type="datetime-local"
        label={t.from}
        note={t.fromNote(zone)}
        value={draft.from}
        onChange={(from) => {
          change({ from });
        }}
      />
      <TextField
        type="datetime-local"
        label={t.till}
        note={t.tillNote}
        value={draft.until}
        onChange={(until) => {
          change({ until });
        }}
        error={isOrdered ? undefined : t.tillWrong}
      />
    </div>
  );
}

interface SentenceProps {
  readonly name: string;
  readonly model: OperatorModel | undefined;
  readonly draft: Draft;
}

function Sentence({ name, model, draft: { lines, from, until } }: SentenceProps) {
  const t = useTexts(priceTexts);
  if (model === undefined) return <FormSentence>{t.sayEmpty}</FormSentence>;
  const said = linesOf(model).flatMap((line) => (lines[line] ? [`${t.lines[line]} ¥${lines[line]}`] : []));
  const begins = from === '' ? t.now : t.fromThen(from.replace('T', ' '));
  const ends = until === '' ? t.forGood : t.untilThen(until.replace('T', ' '));
  return <FormSentence>{t.sentence(begins, t.say(name, model.name, said.join(' · ')), ends)}</FormSentence>;
}
