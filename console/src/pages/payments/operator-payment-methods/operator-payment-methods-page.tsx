import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '../../../api/http/api-error.ts';
import { Loading, useCause, useWhy } from '../../../components/errors/error-state.tsx';
import { PageHead } from '../../../components/head/page-head.tsx';
import { useAddressState } from '../../../components/links/address-state.ts';
import { useGo } from '../../../components/links/app-link.tsx';
import { paymentTexts } from '../../../components/payments/payment-texts.ts';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { CopyButton } from '../../../ui/buttons/copy-button.tsx';
import { Segments } from '../../../ui/forms/segments.tsx';
import { Check, TextAreaField, TextField } from '../../../ui/forms/text-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { StatusWord } from '../../../ui/states/status-word.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { paymentMethodsQuery, putPaymentMethod, tryPaymentMethod, type PaymentMethodSetUp } from '../operator-money.ts';
import { fieldTexts } from './field-texts.ts';
import './operator-payment-methods.css';
import { texts } from './texts.ts';

/** The payment methods; each is set up and enabled separately. */
export default function OperatorPaymentMethodsPage() {
  const t = useTexts(texts);
  const methods = useQuery(paymentMethodsQuery);
  return (
    <>
      <PageHead title={t.title} />
      {methods.data === undefined ? (
        <Sheet isPadded>
          <Loading of={methods} what={t.failed} height={240} />
        </Sheet>
      ) : (
        methods.data.map((method) => <MethodSheet key={method.name} method={method} />)
      )}
    </>
  );
}

/** A payment method with its state; opens its form. */
function MethodSheet({ method }: { readonly method: PaymentMethodSetUp }) {
  const t = useTexts(texts);
  const { query, set } = useAddressState();
  const name = useTexts(paymentTexts).methods[method.name];
  const isOpen = query.method === method.name;
  const isNew = method.changed_at === null;
  return (
    <Sheet
      title={name}
      right={
        <>
          <StatusWord look={method.enabled ? 'go' : 'off'}>{method.enabled ? t.on : t.off}</StatusWord>
          {isNew || method.name === 'bank' ? null : <TryButton name={method.name} />}
          <Button
            aria-expanded={isOpen}
            onClick={() => {
              set({ method: isOpen ? undefined : method.name }, { replace: true });
            }}
          >
            {isOpen ? t.close : isNew ? t.setUp : t.settings}
            <span className="sr"> {name}</span>
          </Button>
        </>
      }
    >
      {isOpen ? (
        <div className="pad">
          <MethodForm key={method.changed_at ?? ''} method={method} />
        </div>
      ) : null}
    </Sheet>
  );
}

/** Links to an order for 0.01 CNY, which is paid and refunded there. */
function TryButton({ name }: Pick<PaymentMethodSetUp, 'name'>) {
  const t = useTexts(texts);
  const go = useGo();
  const why = useWhy();
  const trying = useMutation({
    mutationFn: () => tryPaymentMethod(name),
    onSuccess: ({ id }) => {
      go(paths.operatorTopUps({ order: id }));
    },
    onError: (error) => {
      toast(why(error));
    },
  });
  return <ActButton act={trying}>{t.tryIt}</ActButton>;
}

function MethodForm({ method }: { readonly method: PaymentMethodSetUp }) {
  const t = useTexts(texts);
  const words = useTexts(paymentTexts);
  const client = useQueryClient();
  const [settings, setSettings] = useState<Readonly<Record<string, string>>>(method.settings);
  const [secrets, setSecrets] = useState<Readonly<Record<string, string>>>({});
  const [enabled, setEnabled] = useState(method.enabled);
  const name = words.methods[method.name];
  const saving = useMutation({
    mutationFn: () => putPaymentMethod(method.name, { enabled, settings, secrets: given(secrets) }),
    onSuccess: async () => {
      toast(t.saved(name));
      await client.invalidateQueries({ queryKey: paymentMethodsQuery.queryKey });
    },
  });
  const cause = useCause(saving.error);
  const param = saving.error instanceof ApiError ? saving.error.param : null;
  return (
    <form
      className="form method-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate();
      }}
    >
      <MethodFields
        method={method}
        values={{ ...settings, ...secrets }}
        fault={(place) => (param === place ? cause : undefined)}
        onChange={(field, isSecret, value) => {
          if (isSecret) setSecrets({ ...secrets, [field]: value });
          else setSettings({ ...settings, [field]: value });
        }}
      />
      {method.callback_url === null ? null : (
        <p className="hint">
          {t.callback} <code>{method.callback_url}</code> <CopyButton text={method.callback_url} label={t.callback} />
          <br />
          {t.callbackNote}
        </p>
      )}
      <Check isOn={enabled} onChange={setEnabled}>
        {t.enable}
      </Check>
      <FormSentence>{enabled || method.enabled ? t.sentence(name, enabled) : t.sentenceNew(name)}</FormSentence>
      {saving.error === null || param !== null ? null : (
        <p className="hint bad" role="alert">
          {cause}
        </p>
      )}
      <div className="form-act">
        {method.changed_at === null ? null : (
          <span className="quiet fine">
            {t.changed} <Time at={method.changed_at} />
          </span>
        )}
        <Button type="submit" look="primary" isBusy={saving.isPending}>
          {t.save}
        </Button>
      </div>
    </form>
  );
}

/** Omits empty secrets, which then keep their value. */
function given(secrets: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(secrets).filter(([, value]) => value.trim() !== ''));
}

interface MethodFieldsProps {
  readonly method: PaymentMethodSetUp;
  readonly values: Readonly<Record<string, string>>;
  readonly fault: (place: string) => string | undefined;
  readonly onChange: (field: string, isSecret: boolean, value: string) => void;
}

function MethodFields({ method, values, fault, onChange }: MethodFieldsProps) {
  const t = useTexts(texts);
  const words = useTexts(fieldTexts);
  return method.fields.map(({ name, secret, required, multiline, choices, is_set: isSet }) => {
    const change = (value: string): void => {
      onChange(name, secret, value);
    };
    const label = words[name] ?? name;
    if (choices !== null)
      return <ChoiceField key={name} label={label} choices={choices} chosen={values[name]} onChange={change} />;
    const field = {
      label,
      hint: secret && isSet ? t.set : undefined,
      error: fault(`${secret ? 'secrets' : 'settings'}.${name}`),
      ...(required ? {} : { note: t.optional }),
      autoComplete: 'off',
      spellCheck: false,
      value: values[name] ?? '',
      onChange: change,
    };
    // For a key pasted as PEM, because a single-line field would drop its line breaks.
    if (multiline) return <TextAreaField key={name} {...field} className="mono" rows={4} />;
    return <TextField key={name} {...field} type={secret ? 'password' : 'text'} />;
  });
}

interface ChoiceFieldProps {
  readonly label: string;
  /** The default comes first. */
  readonly choices: readonly string[];
  readonly chosen: string | undefined;
  readonly onChange: (value: string) => void;
}

function ChoiceField({ label, choices, chosen, onChange }: ChoiceFieldProps) {
  const words = useTexts(fieldTexts);
  const options = choices.map((value) => ({ value, label: words[value] ?? value }));
  return (
    <div className="row">
      <span className="label">{label}</span>
      <Segments label={label} value={chosen ?? choices[0] ?? ''} options={options} onChange={onChange} />
    </div>
  );
}
