import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { payPartByBank, type AdminPayout } from '../../api/operator-payouts.ts';
import { useCause } from '../../components/error-state.tsx';
import { isPayeeWhole, noPayee, PayeeFields } from '../../components/payee-fields.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { Button } from '../../ui/button.tsx';
import { toast } from '../../ui/toast.tsx';
import { texts } from './texts.ts';

interface ByBankFormProps {
  readonly payout: AdminPayout;
  readonly part: AdminPayout['parts'][number];
}

/** Has a part paid by bank transfer: to the account that was given, or to one that is entered here. */
export function ByBankForm({ payout, part }: ByBankFormProps) {
  const t = useTexts(texts);
  const queries = useQueryClient();
  const isAsked = payout.payee === null;
  const [payee, setPayee] = useState(noPayee);
  const [isTried, setTried] = useState(false);
  const moving = useMutation({
    mutationFn: () => payPartByBank({ id: payout.id, partId: part.id }, isAsked ? payee : null),
    onSuccess: () => {
      toast(t.done);
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['operator'] }),
  });
  const fault = useCause(moving.error, 'payout');
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        setTried(true);
        if (!isAsked || isPayeeWhole(payee)) moving.mutate();
      }}
    >
      {isAsked ? <PayeeFields payee={payee} hint={t.payeeHint} isTried={isTried} onChange={setPayee} /> : null}
      {moving.error === null ? null : (
        <p className="hint bad" role="alert">
          {fault}
        </p>
      )}
      <div className="form-act">
        <Button type="submit" isBusy={moving.isPending}>
          {t.byBank}
        </Button>
      </div>
    </form>
  );
}
