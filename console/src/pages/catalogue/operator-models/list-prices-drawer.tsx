import { useMutation } from '@tanstack/react-query';
import { operatorCataloguePaths } from '@tollgate/contract/catalogue/operator-paths';
import { priceListLimitWords, priceWarningWords } from '@tollgate/contract/catalogue/price-list-words';
import type { PriceProposalsAnswer } from '@tollgate/contract/catalogue/price-proposals';
import type { ModelKind } from '@tollgate/contract/enumerations';
import { useState } from 'react';
import { urlOf } from '../../../api/http/client.ts';
import { uploadForAnswer } from '../../../api/http/upload-file.ts';
import { EnglishDetail } from '../../../components/errors/english-detail.tsx';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { nano } from '../../../components/money/money-text.ts';
import { useZoneName } from '../../../components/time/time-text.ts';
import { useLanguage, useListing, useTexts } from '../../../i18n/texts.ts';
import { FileButton } from '../../../ui/forms/file-button.tsx';
import { Check, Field, TextField } from '../../../ui/forms/text-field.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { SubmitDrawer } from '../../../ui/windows/submit-drawer.tsx';
import { draftOf, priceOf } from '../price-draft.ts';
import { listPricesTexts } from './list-prices-texts.ts';
import { Rates } from './reprice-drawer.tsx';
import { repriceTexts } from './reprice-texts.ts';
import { useApplyPrices } from './use-apply-prices.ts';

type Proposal = PriceProposalsAnswer['proposals'][number];

/** Sends the file as it is; only the service reads it. */
function compare(file: File, usdCny: string, margin: string): Promise<PriceProposalsAnswer> {
  const query = { ...(usdCny === '' ? {} : { usd_cny: usdCny }), ...(margin === '' ? {} : { margin_percent: margin }) };
  const url = urlOf(operatorCataloguePaths.proposePrices, {}, query);
  return uploadForAnswer<PriceProposalsAnswer>(url, file, { mediaType: 'application/json', method: 'POST' });
}

/** Shows what a public price list would change, and sets the prices that are chosen. */
export function ListPricesDrawer({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts(listPricesTexts);
  const words = useTexts(repriceTexts);
  const offset = useZoneName().replace('UTC', '');
  const [usdCny, setRate] = useState('');
  const [margin, setMargin] = useState('');
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [isMeant, setMeant] = useState(false);
  const { apply, done } = useApplyPrices(onClose);
  const read = useMutation({
    mutationFn: (file: File) => compare(file, usdCny, margin),
    onMutate: () => {
      setChosen([]);
    },
  });
  const proposals = read.data?.proposals ?? [];
  const wanted = proposals.filter(({ model }) => chosen.includes(model) && !done.includes(model));
  const send = (): void => {
    const changes = wanted.map(({ model: name, kind, revision, proposed }) => {
      return { name, kind, revision, request: priceOf(draftOf(proposed, kind as ModelKind, offset)) };
    });
    apply.mutate({ changes, isMeant });
  };
  return (
    <SubmitDrawer
      title={t.title}
      submit={words.save(wanted.length)}
      isReady={wanted.length > 0 && !read.isPending}
      isBusy={apply.isPending}
      onClose={onClose}
      onSubmit={send}
    >
      <TextField label={t.rate} hint={t.defaults} inputMode="decimal" value={usdCny} onChange={setRate} autoComplete="off" />
      <TextField
        label={t.margin}
        hint={t.defaults}
        behind="%"
        inputMode="decimal"
        value={margin}
        onChange={setMargin}
        autoComplete="off"
      />
      <Field label={t.file} hint={t.hint}>
        {(ids) => (
          <FileButton {...ids} accept=".json,application/json" onFile={read.mutate}>
            {read.isPending ? t.reading : t.choose}
          </FileButton>
        )}
      </Field>
      <FormFault error={read.error} />
      {read.data === undefined ? null : <Found answer={read.data} chosen={chosen} done={done} onChoose={setChosen} />}
      {wanted.length === 0 ? null : (
        <Check isOn={isMeant} onChange={setMeant}>
          {words.confirm}
        </Check>
      )}
      <FormFault error={apply.error} />
      {wanted.length === 0 ? null : <FormSentence>{words.say(wanted.length)}</FormSentence>}
    </SubmitDrawer>
  );
}

interface FoundProps {
  readonly answer: PriceProposalsAnswer;
  readonly chosen: readonly string[];
  readonly done: readonly string[];
  readonly onChoose: (names: readonly string[]) => void;
}

function Found({ answer, chosen, done, onChoose }: FoundProps) {
  const t = useTexts(listPricesTexts);
  const words = useTexts(repriceTexts);
  const listed = useListing();
  const language = useLanguage();
  const { proposals, unchanged, not_listed: missing, unusable, cannot_say: limits } = answer;
  return (
    <div className="reprices">
      <p className="hint">
        {t.basis(answer.format, answer.usd_cny, answer.margin_percent)} · {t.same(unchanged.length)} · {t.missing(missing.length)}
      </p>
      <p className="hint">{t.cannot(listed(limits.map((limit) => priceListLimitWords(limit, language))))}</p>
      {proposals.length === 0 ? <p className="hint">{t.nothing}</p> : null}
      {proposals.length === 0 ? null : (
        <table>
          <thead>
            <tr>
              {[words.model, words.now, words.then, t.change].map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {proposals.map((proposal) => (
              <Row
                key={proposal.model}
                proposal={proposal}
                isOn={chosen.includes(proposal.model)}
                isDone={done.includes(proposal.model)}
                onChange={(isOn) => {
                  onChoose(isOn ? [...chosen, proposal.model] : chosen.filter((one) => one !== proposal.model));
                }}
              />
            ))}
          </tbody>
        </table>
      )}
      {unusable.map(({ model, field, reason, warning }) => (
        <p key={model} className="warn">
          {t.unusable} <span className="mono">{model}</span>{' '}
          {warning === null ? <EnglishDetail text={`${field ?? ''} ${reason}`} /> : priceWarningWords(warning, language)}
        </p>
      ))}
    </div>
  );
}

/** A new rate in percent of the old one. */
function ratio(before: string | undefined, after: string): string {
  if (before === undefined || nano(before) === 0n) return '–';
  return `${String((nano(after) * 100n) / nano(before))} %`;
}

interface RowProps {
  readonly proposal: Proposal;
  readonly isOn: boolean;
  readonly isDone: boolean;
  readonly onChange: (isOn: boolean) => void;
}

function Row({ proposal: { model, seller, present, proposed, warnings }, isOn, isDone, onChange }: RowProps) {
  const language = useLanguage();
  return (
    <tr>
      <th scope="row">
        <Check isOn={isOn} isDisabled={isDone} onChange={onChange}>
          <span className="mono">{model}</span>
        </Check>
        <small className="quiet">{seller}</small>
        {warnings.map((warning, at) => (
          <small key={String(at)} className={warning.code === 'tenfold' ? 'bad' : 'warn'}>
            {priceWarningWords(warning, language)}
          </small>
        ))}
      </th>
      <td>{present === null ? '–' : <Rates price={present} />}</td>
      <td>
        <Rates price={proposed} />
      </td>
      <td>
        {ratio(present?.input, proposed.input)} / {ratio(present?.output, proposed.output)}
      </td>
    </tr>
  );
}
