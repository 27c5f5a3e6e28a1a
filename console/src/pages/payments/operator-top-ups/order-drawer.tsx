import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { isSamePayer } from '@tollgate/contract/payments/payer-name';
import { useState } from 'react';
import { Loading } from '../../../components/errors/error-state.tsx';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { isAtField, useRefused } from '../../../components/errors/use-refused.ts';
import { AppLink } from '../../../components/links/app-link.tsx';
import { moneyText, nano } from '../../../components/money/money-text.ts';
import { Money } from '../../../components/money/money.tsx';
import { OrderState } from '../../../components/payments/order-state.tsx';
import { PaidBy } from '../../../components/payments/paid-by.tsx';
import { paymentTexts } from '../../../components/payments/payment-texts.ts';
import { useActorWords } from '../../../components/people/use-actor-words.ts';
import { Time } from '../../../components/time/time.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { ActButton } from '../../../ui/buttons/act-button.tsx';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Fact } from '../../../ui/sheet.tsx';
import { FormSentence, Notice } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { DetailDrawer } from '../../../ui/windows/drawer.tsx';
import {
  adminOrderQuery,
  confirmTransfer,
  undecidedQuery,
  withdrawConfirmation,
  type AdminOrder,
  type TransferSeen,
} from '../operator-money.ts';
import { arrived, Decide } from './decide.tsx';
import { Refunds } from './refund-form.tsx';
import { texts } from './texts.ts';
import { Trial } from './trial.tsx';

/** Fields that show their own errors. */
const shownAt = ['bank_reference', 'amount', 'payer', 'payer_reason'];

/** Details of one order, next to the list; transfers are confirmed here. */
export function OrderDrawer({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const t = useTexts(texts);
  const order = useQuery({
    ...adminOrderQuery(id),
    refetchInterval: ({ state: { data } }) => (data?.state === 'open' ? 3000 : false),
  });
  return (
    <DetailDrawer title={<code>{id}</code>} label={id} onClose={onClose}>
      {order.data === undefined ? (
        <Loading of={order} what={t.failed} height={240} />
      ) : (
        <>
          <Facts order={order.data} />
          {order.data.purpose === 'check' ? <Trial order={order.data} /> : null}
          {order.data.method === 'bank' && order.data.state !== 'mismatch' ? <Confirm order={order.data} /> : null}
          <Undecided orderId={id} />
          {order.data.account_id === null ? null : <Refunds order={order.data} />}
        </>
      )}
    </DetailDrawer>
  );
}

/** Payments of the order without a decision, each with its actions. */
function Undecided({ orderId }: { readonly orderId: string }) {
  const t = useTexts(texts);
  const { data } = useQuery(undecidedQuery);
  return (data ?? [])
    .filter(({ order_id: of }) => of === orderId)
    .map((payment) => (
      <Notice key={payment.external_id} remedy={<Decide payment={payment} />}>
        {t.arrivedOther(arrived(payment), moneyText(payment.order_amount))}
      </Notice>
    ));
}

function Facts({ order }: { readonly order: AdminOrder }) {
  const actorOf = useActorWords();
  const t = useTexts(texts);
  const words = useTexts(paymentTexts);
  return (
    <dl className="facts">
      <Fact label={t.state}>
        <OrderState state={order.state} />
      </Fact>
      <Fact label={t.amount}>
        <Money amount={order.amount} />
      </Fact>
      <Fact label={t.account}>
        {order.account_id === null ? (
          t.nobody
        ) : (
          <AppLink to={paths.operatorAccount(order.account_id)}>{order.account_name ?? order.account_id}</AppLink>
        )}
      </Fact>
      {order.method === 'bank' && order.account_id !== null ? (
        <Fact label={t.verified}>{order.verified_name ?? <span className="quiet">{t.notVerified}</span>}</Fact>
      ) : null}
      <Fact label={t.method}>
        <PaidBy order={order} />
      </Fact>
      <Fact label={t.remark}>
        <code>{order.remark}</code>
      </Fact>
      <Fact label={t.by}>
        {actorOf(order.made_by)}, <Time at={order.created_at} />
      </Fact>
      {order.payments.map((payment) => (
        <Fact key={payment.external_id} label={words.payments[payment.state]}>
          {payment.amount} {payment.currency} · {payment.payer} <code>{payment.external_id}</code>
        </Fact>
      ))}
    </dl>
  );
}

interface ForeignPayerProps extends SeenFieldsProps {
  readonly verified: string;
}

/** Why money from a payer other than the verified enterprise is accepted. */
function ForeignPayer({ verified, seen, onChange, error }: ForeignPayerProps) {
  const t = useTexts(texts);
  const refused = useRefused(error, 'transfer');
  return (
    <>
      <Notice>{t.foreign(verified)}</Notice>
      <TextField
        label={t.payerReason}
        hint={t.payerReasonHint}
        value={seen.payer_reason ?? ''}
        onChange={(payer_reason) => {
          onChange({ ...seen, payer_reason });
        }}
        maxLength={300}
        error={refused('payer_reason')}
        autoComplete="off"
      />
    </>
  );
}

interface FirstSeenProps {
  readonly first: NonNullable<AdminOrder['confirmation']>;
  readonly withdrawing: { readonly isPending: boolean; readonly mutate: () => void };
}

/** The confirmation by a first operator, which can be withdrawn. */
function FirstSeen({ first, withdrawing }: FirstSeenProps) {
  const t = useTexts(texts);
  return (
    <Notice
      remedy={
        <ActButton look="plain" act={withdrawing}>
          {t.withdraw}
        </ActButton>
      }
    >
      {t.second(first.operator, first.bank_reference, moneyText(first.amount), first.payer)}
      {first.payer_reason === null ? null : ` ${t.firstReason(first.payer_reason)}`}
    </Notice>
  );
}

/** The payer, if it is not the expected one. */
function foreignTo({ verified_name: verified }: AdminOrder, payer: string): string | null {
  return verified === null || payer.trim() === '' || isSamePayer(payer, verified) ? null : verified;
}

/** Whether all data from the bank statement is entered. */
function isWhole({ bank_reference: reference, amount, payer, payer_reason: reason }: TransferSeen, isForeign: boolean): boolean {
  const isSaid = [reference, payer, isForeign ? (reason ?? '') : '-'].every((text) => text.trim() !== '');
  return isSaid && /^\d+(\.\d{1,2})?$/.test(amount);
}

const formId = 'confirm-transfer';

function Confirm({ order }: { readonly order: AdminOrder }) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const [seen, setSeen] = useState<TransferSeen>({ bank_reference: '', amount: order.amount, payer: '' });
  const done = async (answer: AdminOrder): Promise<void> => {
    client.setQueryData(adminOrderQuery(order.id).queryKey, answer);
    setSeen({ ...seen, bank_reference: '' });
    await client.invalidateQueries({ queryKey: ['operator'] });
  };
  const confirming = useMutation({
    mutationFn: () => confirmTransfer(order.id, verified === null ? { ...seen, payer_reason: null } : seen),
    onSuccess: async (answer) => {
      toast(answer.confirmation === null ? t.entered : t.waiting);
      await done(answer);
    },
  });
  const withdrawing = useMutation({ mutationFn: () => withdrawConfirmation(order.id), onSuccess: done });
  const first = order.confirmation;
  const { amount } = seen;
  const verified = foreignTo(order, seen.payer);
  const isReady = isWhole(seen, verified !== null);
  return (
    <form
      id={formId}
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) confirming.mutate();
      }}
    >
      {first === null ? null : <FirstSeen first={first} withdrawing={withdrawing} />}
      <SeenFields seen={seen} onChange={setSeen} error={confirming.error} />
      {verified === null ? null : <ForeignPayer verified={verified} seen={seen} onChange={setSeen} error={confirming.error} />}
      {isReady ? (
        <FormSentence>
          {nano(amount) === nano(order.amount) && order.paid_at === null
            ? t.sentence(moneyText(amount), order.account_name ?? '')
            : t.mismatchSentence(moneyText(amount))}
        </FormSentence>
      ) : null}
      {isAtField(confirming.error, shownAt) ? null : <FormFault error={confirming.error} form="transfer" />}
      <div className="form-act">
        <Button type="submit" look="primary" disabled={!isReady} isBusy={confirming.isPending}>
          {t.confirm}
        </Button>
      </div>
    </form>
  );
}

interface SeenFieldsProps {
  readonly seen: TransferSeen;
  readonly onChange: (seen: TransferSeen) => void;
  readonly error: Error | null;
}

/** Input for the data from the bank statement. */
function SeenFields({ seen, onChange, error }: SeenFieldsProps) {
  const t = useTexts(texts);
  const refused = useRefused(error, 'transfer');
  const field = (name: 'bank_reference' | 'amount' | 'payer') => ({
    value: seen[name],
    onChange: (text: string) => {
      onChange({ ...seen, [name]: text });
    },
    error: refused(name),
    autoComplete: 'off',
  });
  return (
    <>
      <TextField label={t.reference} hint={t.referenceHint} {...field('bank_reference')} />
      <TextField label={t.amount} before="¥" inputMode="decimal" {...field('amount')} />
      <TextField label={t.payer} hint={t.payerHint} {...field('payer')} />
    </>
  );
}
