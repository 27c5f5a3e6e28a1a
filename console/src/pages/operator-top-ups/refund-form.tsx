import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AdminOrder } from '../../api/operator-money.ts';
import { refundPayment, type RefundPaymentRequest } from '../../api/operator-payouts.ts';
import { LinkButton } from '../../components/app-link.tsx';
import { useCause } from '../../components/error-state.tsx';
import { moneyText, nano } from '../../components/money-text.ts';
import { isAtField } from '../../components/use-refused.ts';
import { useTexts } from '../../i18n/texts.ts';
import { paths } from '../../paths.ts';
import { Button } from '../../ui/button.tsx';
import { FormSentence } from '../../ui/notice.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { toast } from '../../ui/toast.tsx';
import { texts } from './texts.ts';

type Payment = AdminOrder['payments'][number];
type Payee = NonNullable<RefundPaymentRequest['payee']>;

const isGiven = (text: string): boolean => text.trim() !== '';

function isUpTo(most: string, amount: string): boolean {
  return /^\d{1,9}(\.\d{1,2})?$/.test(amount) && /[1-9]/.test(amount) && nano(amount) <= nano(most);
}

/** Gives back what arrived for an order: each payment by itself. */
export function Refunds({ order }: { readonly order: AdminOrder }) {
  const [open, setOpen] = useState<string | null>(null);
  const t = useTexts(texts);
  // What has gone back as a whole, or cannot go back from here.
  const left = order.payments.filter(
    ({ state, currency }) => currency === 'CNY' && state !== 'returned' && order.state !== 'refunded',
  );
  return left.map((payment) =>
    open === payment.external_id ? (
      <Refund key={payment.external_id} order={order} payment={payment} />
    ) : (
      <div key={payment.external_id} className="form-act">
        <Button
          onClick={() => {
            setOpen(payment.external_id);
          }}
        >
          {t.refund}
        </Button>
      </div>
    ),
  );
}

function Refund({ order, payment }: { readonly order: AdminOrder; readonly payment: Payment }) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const isCredited = payment.state === 'credited';
  const [amount, setAmount] = useState(payment.amount);
  const [reason, setReason] = useState('');
  const [payee, setPayee] = useState<Payee>({ name: payment.payer ?? '', account: '', bank: '' });
  const refunding = useMutation({
    mutationFn: () =>
      refundPayment(order.id, {
        ...{ method: order.method, external_id: payment.external_id, reason: reason.trim() },
        ...(isCredited ? { amount } : {}),
        ...(Object.values(payee).every(isGiven) ? { payee } : {}),
      }),
    onSuccess: () => {
      toast(t.refunded);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  const fault = useCause(refunding.error, 'payout');
  // Too old to go back as it came, it goes to an account, too: so the server says.
  const isByBank = order.method === 'bank' || isAtField(refunding.error, ['payee']) || payee.account !== '';
  const isReady = isUpTo(payment.amount, amount) && [reason, ...(isByBank ? Object.values(payee) : [])].every(isGiven);
  if (refunding.data !== undefined)
    return (
      <div className="form-act">
        <LinkButton to={paths.operatorReturns({ return: refunding.data.id })}>{t.seeReturns}</LinkButton>
      </div>
    );
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) refunding.mutate();
      }}
    >
      {isCredited ? (
        <TextField label={t.refundAmount} before="¥" inputMode="decimal" autoComplete="off" value={amount} onChange={setAmount} />
      ) : null}
      <TextField label={t.refundReason} maxLength={300} autoComplete="off" value={reason} onChange={setReason} />
      {isByBank ? <PayeeFields payee={payee} onChange={setPayee} /> : null}
      {isReady ? (
        <FormSentence>
          {isCredited ? t.refundCredited(moneyText(amount)) : t.refundBeside(moneyText(payment.amount))}
        </FormSentence>
      ) : null}
      {refunding.error === null ? null : (
        <p className="hint bad" role="alert">
          {fault}
        </p>
      )}
      <div className="form-act">
        <Button type="submit" look="danger" disabled={!isReady} isBusy={refunding.isPending}>
          {t.refund}
        </Button>
      </div>
    </form>
  );
}

interface PayeeFieldsProps {
  readonly payee: Payee;
  readonly onChange: (payee: Payee) => void;
}

/** Transfers do not go back by themselves: an operator makes another, to an account that is asked for. */
function PayeeFields({ payee, onChange }: PayeeFieldsProps) {
  const t = useTexts(texts);
  return (
    <fieldset className="form">
      <legend>{t.payeeTitle}</legend>
      <p className="hint">{t.payeeHint}</p>
      {(['name', 'account', 'bank'] as const).map((field) => (
        <TextField
          key={field}
          label={t.payeeFields[field]}
          maxLength={128}
          autoComplete="off"
          value={payee[field]}
          onChange={(text) => {
            onChange({ ...payee, [field]: text });
          }}
        />
      ))}
    </fieldset>
  );
}
