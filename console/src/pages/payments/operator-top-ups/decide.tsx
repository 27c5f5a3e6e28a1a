import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UndecidedPayment } from '@tollgate/contract/payments/operator-orders';
import { useWhy } from '../../../components/errors/error-state.tsx';
import { moneyText } from '../../../components/money/money-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { decidePayment } from '../operator-money.ts';
import { texts } from './texts.ts';

/** The received amount, in the currency of the payment. */
export function arrived({ amount, currency }: UndecidedPayment): string {
  return currency === 'CNY' ? moneyText(amount) : `${amount} ${currency}`;
}

/** Credits a payment that does not match its order, or records that it was returned. */
export function Decide({ payment }: { readonly payment: UndecidedPayment }) {
  const t = useTexts(texts);
  const client = useQueryClient();
  const why = useWhy();
  const deciding = useMutation({
    mutationFn: (decision: 'credit' | 'returned') => decidePayment(payment, decision),
    onSuccess: async (_order, decision) => {
      toast(decision === 'credit' ? t.credited(arrived(payment)) : t.noted);
      await client.invalidateQueries({ queryKey: ['operator'] });
    },
    onError: (error) => {
      toast(why(error));
    },
  });
  return (
    <>
      {payment.currency === 'CNY' && payment.account_id !== null ? (
        <Button
          isBusy={deciding.isPending}
          onClick={() => {
            deciding.mutate('credit');
          }}
        >
          {t.credit}
        </Button>
      ) : null}
      <Button
        look="plain"
        isBusy={deciding.isPending}
        onClick={() => {
          deciding.mutate('returned');
        }}
      >
        {t.returned}
      </Button>
    </>
  );
}
