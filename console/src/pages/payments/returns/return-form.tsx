import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formatExact } from '@tollgate/contract/money';
import type { PayoutOffer, Payee } from '@tollgate/contract/payments/console-payouts';
import { useState } from 'react';
import { useAccount } from '../../../api/current-account.ts';
import { newIdempotencyKey } from '../../../api/http/idempotency-key.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useRefused } from '../../../components/errors/use-refused.ts';
import { useAddressState } from '../../../components/links/address-state.ts';
import { moneyText, nano } from '../../../components/money/money-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { isPayeeWhole, noPayee, PayeeFields } from '../payee-fields.tsx';
import { requestPayout, type PayoutRequest } from '../payouts.ts';
import { texts } from './texts.ts';

interface Wish {
  readonly amount: string;
  readonly reason: string;
  readonly payee: Payee;
}

const none: Wish = { amount: '', reason: '', payee: noPayee };

function isFen(text: string): boolean {
  return /^\d{1,9}(\.\d{1,2})?$/.test(text) && /[1-9]/.test(text);
}

/** Parses the request and finds its errors. */
function judge({ amount, payee }: Wish, offer: PayoutOffer) {
  const isTooMuch = isFen(amount) && nano(amount) > nano(offer.returnable);
  const byBank = isFen(amount) && !isTooMuch ? nano(amount) - nano(offer.as_paid) : 0n;
  const hasPayee = isPayeeWhole(payee);
  return { isTooMuch, byBank, isReady: isFen(amount) && !isTooMuch && (byBank <= 0n || hasPayee) };
}

function bodyOf({ amount, reason, payee }: Wish, byBank: bigint): PayoutRequest {
  const why = reason.trim();
  return { amount, ...(why === '' ? {} : { reason: why }), ...(byBank > 0n ? { payee } : {}) };
}

/** Requests a refund; asks for a bank account only if one is needed. */
export function ReturnForm({ offer }: { readonly offer: PayoutOffer }) {
  const t = useTexts(texts);
  const account = useAccount();
  const client = useQueryClient();
  const { set } = useAddressState();
  const [wish, setWish] = useState(none);
  const [wasTried, setTried] = useState(false);
  // Identifies one request: a changed one gets a new key.
  const [key, setKey] = useState(newIdempotencyKey);
  const change = (part: Partial<Wish>): void => {
    setWish({ ...wish, ...part });
    setKey(newIdempotencyKey());
  };
  const { isTooMuch, byBank, isReady } = judge(wish, offer);
  const sending = useMutation({
    mutationFn: () => requestPayout(account.id, bodyOf(wish, byBank), key),
    onSuccess: async ({ id }) => {
      toast(t.submitted);
      await client.invalidateQueries({ queryKey: ['accounts', account.id, 'payouts'] });
      set({ return: id });
    },
  });
  const refused = useRefused(sending.error, 'payout');
  const badAmount = wasTried && !isFen(wish.amount) ? t.badAmount : undefined;
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (isReady) sending.mutate();
      }}
    >
      <AmountField
        amount={wish.amount}
        most={offer.returnable}
        error={isTooMuch ? t.tooMuch(moneyText(offer.returnable)) : (badAmount ?? refused('amount'))}
        onChange={(amount) => {
          change({ amount });
        }}
      />
      {byBank > 0n ? (
        <PayeeFields
          payee={wish.payee}
          hint={t.payeeHint(moneyText(formatExact(byBank)))}
          isTried={wasTried}
          onChange={(payee) => {
            change({ payee });
          }}
        />
      ) : null}
      <TextField
        label={t.reason}
        note={t.optional}
        maxLength={300}
        autoComplete="off"
        value={wish.reason}
        onChange={(reason) => {
          change({ reason });
        }}
      />
      {isReady ? <FormSentence>{t.sentence(moneyText(wish.amount))}</FormSentence> : null}
      <FormFault error={sending.error} form="payout" />
      <div className="form-act">
        <Button type="submit" look="primary" isBusy={sending.isPending}>
          {t.submit}
        </Button>
      </div>
    </form>
  );
}

interface AmountFieldProps {
  readonly amount: string;
  readonly most: string;
  readonly error: string | undefined;
  readonly onChange: (amount: string) => void;
}

function AmountField({ amount, most, error, onChange }: AmountFieldProps) {
  const t = useTexts(texts);
  return (
    <>
      <TextField
        label={t.amount}
        before="¥"
        inputMode="decimal"
        autoComplete="off"
        value={amount}
        onChange={(text) => {
          onChange(text.trim());
        }}
        error={error}
      />
      <div>
        <Button
          onClick={() => {
            onChange(most);
          }}
        >
          {t.all(moneyText(most))}
        </Button>
      </div>
    </>
  );
}
