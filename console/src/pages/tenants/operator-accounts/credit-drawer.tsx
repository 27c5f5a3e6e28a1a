import { useMutation, useQueryClient } from '@tanstack/react-query';
import { creditBuckets, type CreditBucket } from '@tollgate/contract/enumerations';
import { AmountError, parseAmount } from '@tollgate/contract/money';
import type { AccountAnswer } from '@tollgate/contract/tenants/operator-accounts';
import { useState } from 'react';
import { operatorLedgerApi } from '../../../api/clients/operator-ledger.ts';
import { ApiError } from '../../../api/http/api-error.ts';
import { newIdempotencyKey } from '../../../api/http/idempotency-key.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { moneyText } from '../../../components/money/money-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Segments } from '../../../ui/forms/segments.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { SubmitDrawer } from '../../../ui/windows/submit-drawer.tsx';
import { texts } from './texts.ts';

interface CreditDrawerProps {
  readonly account: AccountAnswer;
  /** The disputed call, if it is about one. */
  readonly callId: string | undefined;
  readonly onClose: () => void;
}

function isAmount(text: string): boolean {
  try {
    return parseAmount(text, { negativeAllowed: true }) !== 0n;
  } catch (error) {
    if (error instanceof AmountError) return false;
    throw error;
  }
}

interface Credit {
  readonly bucket: CreditBucket;
  readonly amount: string;
  readonly reason: string;
}

/** One idempotency key per opened form, so that a repeated request enters the credit once. */
function useCredit({ account, onClose }: Pick<CreditDrawerProps, 'account' | 'onClose'>) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const [intention, setIntention] = useState(newIdempotencyKey);
  return useMutation({
    mutationFn: (body: Credit) =>
      operatorLedgerApi.createCredit({ params: { id: account.id }, headers: { 'Idempotency-Key': intention }, body }),
    onSuccess: async (entry) => {
      toast(t.creditDone(moneyText(entry.amount)));
      onClose();
      await queries.invalidateQueries({ queryKey: ['operator'] });
    },
    // A refused credit was not entered, so the next one is a new request. Without a response this is unknown, so the request keeps its key.
    onError: (error) => {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) setIntention(newIdempotencyKey());
    },
  });
}

/** Credits an account; for a disputed call, with its id in the reason. */
export function CreditDrawer({ account, callId, onClose }: CreditDrawerProps) {
  const t = useTexts(texts);
  const [bucket, setBucket] = useState<CreditBucket>(callId === undefined ? 'paid' : 'adjustment');
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState(callId === undefined ? '' : t.reasonOfCall(callId));
  const typed = amount.trim();
  const mayBeSent = isAmount(typed) && reason.trim() !== '';
  const credit = useCredit({ account, onClose });
  return (
    <SubmitDrawer
      title={t.creditTitle(account.name)}
      submit={t.creditDo}
      isReady={mayBeSent}
      isBusy={credit.isPending}
      onClose={onClose}
      onSubmit={() => {
        credit.mutate({ bucket, amount: typed, reason: reason.trim() });
      }}
    >
      <div className="row">
        <span className="label">{t.bucket}</span>
        <Segments
          label={t.bucket}
          value={bucket}
          options={creditBuckets.map((value) => ({ value, label: t.buckets[value] }))}
          onChange={setBucket}
        />
      </div>
      <TextField
        label={t.amountField}
        value={amount}
        onChange={setAmount}
        before="¥"
        inputMode="decimal"
        autoComplete="off"
        autoFocus
        hint={t.amountHint}
        error={typed === '' || isAmount(typed) ? undefined : t.amountWrong}
      />
      <TextField label={t.reasonField} value={reason} onChange={setReason} hint={t.reasonHint} maxLength={500} />
      <FormFault error={credit.error} form="credit" />
      <FormSentence>
        {mayBeSent ? t.creditSay(moneyText(typed, 4), account.name, t.buckets[bucket]) : t.creditSayEmpty}
      </FormSentence>
    </SubmitDrawer>
  );
}
