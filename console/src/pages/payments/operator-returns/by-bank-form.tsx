import { useState } from 'react';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useOperatorStep } from '../../../components/forms/use-operator-step.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { payPartByBank, type AdminPayout } from '../operator-payouts.ts';
import { isPayeeWhole, noPayee, PayeeFields } from '../payee-fields.tsx';
import { texts } from './texts.ts';

interface ByBankFormProps {
  readonly payout: AdminPayout;
  readonly part: AdminPayout['parts'][number];
}

/** Pays a part by bank transfer, to the given account or to one entered here. */
export function ByBankForm({ payout, part }: ByBankFormProps) {
  const t = useTexts(texts);
  const isAsked = payout.payee === null;
  const [payee, setPayee] = useState(noPayee);
  const [isTried, setTried] = useState(false);
  const moving = useOperatorStep(t.done, () => payPartByBank({ id: payout.id, partId: part.id }, isAsked ? payee : null));
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
      <FormFault error={moving.error} form="payout" />
      <div className="form-act">
        <Button type="submit" isBusy={moving.isPending}>
          {t.byBank}
        </Button>
      </div>
    </form>
  );
}
