import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { isAmount } from '../../../components/money/is-amount.ts';
import { priceText } from '../../../components/money/money-text.ts';
import { useZoneName } from '../../../components/time/time-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Check, Field, TextField } from '../../../ui/forms/text-field.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { SubmitDrawer } from '../../../ui/windows/submit-drawer.tsx';
import type { OperatorModel } from '../../../api/operator-models.ts';
import { providersQuery } from '../../../api/providers.ts';
import type { OperatorPrice } from '../operator-catalogue.ts';
import './reprice-drawer.css';
import { repricesOf, type Reprice } from './reprice.ts';
import { repriceTexts } from './reprice-texts.ts';
import { useApplyPrices } from './use-apply-prices.ts';

interface RepriceDrawerProps {
  readonly models: readonly OperatorModel[];
  readonly onClose: () => void;
}

/** Sets the prices of several models from the costs of a provider, after showing them next to the current ones. */
export function RepriceDrawer({ models, onClose }: RepriceDrawerProps) {
  const t = useTexts(repriceTexts);
  const offset = useZoneName().replace('UTC', '');
  const providers = useQuery(providersQuery).data ?? [];
  const [providerId, setProvider] = useState('');
  const [surchargePercent, setSurcharge] = useState('20');
  const [omitted, setOmitted] = useState<readonly string[]>([]);
  const [isMeant, setMeant] = useState(false);
  const { apply, done } = useApplyPrices(onClose);
  const isRight = isAmount(surchargePercent, 6);
  const changes = isRight ? repricesOf(models, providers, { providerId, surchargePercent, offset }) : [];
  const chosen = changes.filter(({ model: { name } }) => !omitted.includes(name) && !done.includes(name));
  const withCosts = providers.filter((one) => one.models.some(({ cost }) => cost !== null));
  return (
    <SubmitDrawer
      title={t.title}
      submit={t.save(chosen.length)}
      isReady={chosen.length > 0}
      isBusy={apply.isPending}
      onClose={onClose}
      onSubmit={() => {
        apply.mutate({ changes: chosen.map(({ model, request }) => ({ ...model, request })), isMeant });
      }}
    >
      <Field label={t.provider} hint={withCosts.length === 0 ? t.noCosts : t.providerHint}>
        {(ids) => (
          <Select
            {...ids}
            className="full"
            placeholder={t.choose}
            {...(providerId === '' ? {} : { value: providerId })}
            options={withCosts.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(next: string) => {
              setProvider(next);
            }}
          />
        )}
      </Field>
      <TextField
        label={t.surcharge}
        behind="%"
        inputMode="decimal"
        value={surchargePercent}
        onChange={(text) => {
          setSurcharge(text.trim());
        }}
        error={isRight ? undefined : t.wrong}
        autoComplete="off"
      />
      {providerId === '' ? null : changes.length === 0 ? (
        <p className="hint">{t.nothing}</p>
      ) : (
        <Changes changes={changes} omitted={omitted} done={done} onOmit={setOmitted} />
      )}
      {chosen.length === 0 ? null : (
        <Check isOn={isMeant} onChange={setMeant}>
          {t.confirm}
        </Check>
      )}
      <FormFault error={apply.error} />
      {chosen.length === 0 ? null : <FormSentence>{t.say(chosen.length)}</FormSentence>}
    </SubmitDrawer>
  );
}

interface ChangesProps {
  readonly changes: readonly Reprice[];
  readonly omitted: readonly string[];
  readonly done: readonly string[];
  readonly onOmit: (names: readonly string[]) => void;
}

function Changes({ changes, omitted, done, onOmit }: ChangesProps) {
  const t = useTexts(repriceTexts);
  return (
    <div className="reprices">
      <table>
        <thead>
          <tr>
            <th scope="col">{t.model}</th>
            <th scope="col">{t.now}</th>
            <th scope="col">{t.then}</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ model: { name, price }, after }) => (
            <tr key={name}>
              <th scope="row">
                <Check
                  isOn={!omitted.includes(name)}
                  isDisabled={done.includes(name)}
                  onChange={(isOn) => {
                    onOmit(isOn ? omitted.filter((one) => one !== name) : [...omitted, name]);
                  }}
                >
                  <span className="mono">{name}</span>
                </Check>
              </th>
              <td>{price === null ? <span className="quiet">–</span> : <Rates price={price} />}</td>
              <td>
                <Rates price={after} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Input and output rates, and the number of further rates. */
export function Rates({ price }: { readonly price: OperatorPrice }) {
  const t = useTexts(repriceTexts);
  const more = Object.keys(price.rates ?? {}).length + (price.variants ?? []).length;
  return (
    <>
      {priceText(price.input)} / {priceText(price.output)}
      {more === 0 ? null : <small>{t.more(more)}</small>}
    </>
  );
}
