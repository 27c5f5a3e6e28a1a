import type { Payee } from '@tollgate/contract/payments/console-payouts';
import { useState } from 'react';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { isAtField } from '../../../components/errors/use-refused.ts';
import { useOperatorStep } from '../../../components/forms/use-operator-step.ts';
import { LinkButton } from '../../../components/links/app-link.tsx';
import { moneyText, nano } from '../../../components/money/money-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import type { AdminOrder } from '../operator-money.ts';
import { refundPayment } from '../operator-payouts.ts';
import { isPayeeWhole, noPayee, PayeeFields } from '../payee-fields.tsx';
import { texts } from './texts.ts';

type Payment = AdminOrder['payments'][number];

function isUpTo(most: string, amount: string): boolean {
  return /^\d{1,9}(\.\d{1,2})?$/.test(amount) && /[1-9]/.test(amount) && nano(amount) <= nano(most);
}

/** Refunds the payments of an order, each separately. */
export function Refunds({ order }: { readonly order: AdminOrder }) {
  const [open, setOpen] = useState<string | null>(null);
  const t = useTexts(texts);
  // Payments that are not fully refunded and can be refunded here.
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

/** Whether a payment is too old for a refund and needs a bank account instead; the server decides. */
function needsPayee({ method }: AdminOrder, error: unknown, payee: Payee): boolean {
  return method === 'bank' || payee.account !== '' || isAtField(error, ['payee']);
}

function Refund({ order, payment }: { readonly order: AdminOrder; readonly payment: Payment }) {
  const t = useTexts(texts);
  const isCredited = payment.state === 'credited';
  const [amount, setAmount] = useState(payment.amount);
  const [reason, setReason] = useState('');
  const [payee, setPayee] = useState<Payee>({ ...noPayee, name: payment.payer ?? '' });
  const refunding = useOperatorStep(t.refunded, () =>
    refundPayment(order.id, {
      method: order.method,
      external_id: payment.external_id,
      reason: reason.trim(),
      ...(isCredited ? { amount } : {}),
      ...(isPayeeWhole(payee) ? { payee } : {}),
    }),
  );
  const isByBank = needsPayee(order, refunding.error, payee);
  const isReady = isUpTo(payment.amount, amount) && reason.trim() !== '' && (!isByBank || isPayeeWhole(payee));
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
      {isByBank ? <PayeeFields payee={payee} hint={t.payeeHint} isTried={refunding.error !== null} onChange={setPayee} /> : null}
      {isReady ? (
        <FormSentence>
          {isCredited ? t.refundCredited(moneyText(amount)) : t.refundBeside(moneyText(payment.amount))}
        </FormSentence>
      ) : null}
      <FormFault error={refunding.error} form="payout" />
      <div className="form-act">
        <Button type="submit" look="danger" disabled={!isReady} isBusy={refunding.isPending}>
          {t.refund}
        </Button>
      </div>
    </form>
  );
}
