import { useMutation, useQuery } from '@tanstack/react-query';
import type { PaymentMethodName } from '@tollgate/contract/payments/payments';
import { useState } from 'react';
import { useAccount } from '../../../api/current-account.ts';
import { newIdempotencyKey } from '../../../api/http/idempotency-key.ts';
import { createOrder, topUpQuery, type CreateOrderRequest } from '../../../api/orders.ts';
import { Loading } from '../../../components/errors/error-state.tsx';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { isAtField, useRefused } from '../../../components/errors/use-refused.ts';
import { useGo } from '../../../components/links/app-link.tsx';
import { moneyText } from '../../../components/money/money-text.ts';
import { paymentTexts } from '../../../components/payments/payment-texts.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { texts } from './texts.ts';

/** Fields that show their own errors. */
const shownAt = ['amount'];

const usualAmounts = ['50', '100', '500', '1000'] as const;

interface Method {
  readonly name: PaymentMethodName;
  readonly label: string;
}

function isAmount(text: string): boolean {
  return /^\d{1,9}(\.\d{1,2})?$/.test(text) && /[1-9]/.test(text);
}

/** Amount and payment method of an order. */
export function OrderForm() {
  const t = useTexts(texts);
  const account = useAccount();
  const offer = useQuery(topUpQuery(account.id));
  return (
    <Sheet isPadded className="top-up">
      {offer.data === undefined ? (
        <Loading of={offer} what={t.failedOffer} height={260} />
      ) : offer.data.methods.length === 0 ? (
        <EmptyState>{t.none}</EmptyState>
      ) : (
        <Form methods={offer.data.methods} />
      )}
    </Sheet>
  );
}

function Form({ methods }: { readonly methods: readonly Method[] }) {
  const t = useTexts(texts);
  const account = useAccount();
  const go = useGo();
  const [amount, setAmount] = useState('');
  const [name, setName] = useState<PaymentMethodName | undefined>(methods[0]?.name);
  const [wasTried, setTried] = useState(false);
  // Identifies one request: another amount or method gets a new key.
  const [key, setKey] = useState(newIdempotencyKey);
  const sending = useMutation({
    mutationFn: (body: CreateOrderRequest) => createOrder(account.id, body, key),
    onSuccess: ({ id }) => {
      go(paths.order(id));
    },
  });
  const refused = useRefused(sending.error, 'order');
  const isReady = isAmount(amount) && name !== undefined;
  const change = (apply: () => void): void => {
    apply();
    setKey(newIdempotencyKey());
  };
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (isAmount(amount) && name !== undefined) sending.mutate({ amount, method: name });
      }}
    >
      <AmountField
        amount={amount}
        error={wasTried && !isAmount(amount) ? t.badAmount : refused('amount')}
        onChange={(text) => {
          change(() => {
            setAmount(text.trim());
          });
        }}
      />
      <MethodChoice
        methods={methods}
        name={name}
        onChange={(chosen) => {
          change(() => {
            setName(chosen);
          });
        }}
      />
      <Sentence amount={isReady ? amount : null} method={methods.find((method) => method.name === name)} />
      {isAtField(sending.error, shownAt) ? null : <FormFault error={sending.error} form="order" />}
      <div className="form-act">
        <Button type="submit" look="primary" isBusy={sending.isPending}>
          {t.pay}
        </Button>
      </div>
    </form>
  );
}

interface AmountFieldProps {
  readonly amount: string;
  readonly error: string | undefined;
  readonly onChange: (amount: string) => void;
}

function AmountField({ amount, error, onChange }: AmountFieldProps) {
  const t = useTexts(texts);
  return (
    <div>
      <TextField
        label={t.amount}
        before="¥"
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        onChange={onChange}
        hint={t.amountHint}
        error={error}
      />
      <div className="amounts">
        {usualAmounts.map((usual) => (
          <Button
            key={usual}
            onClick={() => {
              onChange(usual);
            }}
          >
            ¥{usual}
          </Button>
        ))}
      </div>
    </div>
  );
}

function useMethodName(): (method: Method) => string {
  const words = useTexts(paymentTexts);
  return ({ name, label }) => (label === '' ? words.methods[name] : label);
}

interface MethodChoiceProps {
  readonly methods: readonly Method[];
  readonly name: PaymentMethodName | undefined;
  readonly onChange: (name: PaymentMethodName) => void;
}

function MethodChoice({ methods, name, onChange }: MethodChoiceProps) {
  const t = useTexts(texts);
  const nameOf = useMethodName();
  return (
    <fieldset className="methods">
      <legend>{t.method}</legend>
      {methods.map((method) => (
        <label key={method.name}>
          <input
            type="radio"
            name="method"
            checked={method.name === name}
            onChange={() => {
              onChange(method.name);
            }}
          />
          {nameOf(method)}
        </label>
      ))}
    </fieldset>
  );
}

function Sentence({ amount, method }: { readonly amount: string | null; readonly method: Method | undefined }) {
  const t = useTexts(texts);
  const nameOf = useMethodName();
  if (amount === null || method === undefined) return <FormSentence>{t.sentenceEmpty}</FormSentence>;
  const sum = moneyText(amount);
  return <FormSentence>{method.name === 'bank' ? t.bankSentence(sum) : t.sentence(sum, nameOf(method))}</FormSentence>;
}
