import { useState } from 'react';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useOperatorStep } from '../../../components/forms/use-operator-step.ts';
import { WordsForm } from '../../../components/forms/words-form.tsx';
import { moneyText, nano } from '../../../components/money/money-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { approvePayout, rejectPayout, type AdminPayout } from '../operator-payouts.ts';
import { isPayeeWhole, noPayee, PayeeIfNeeded } from '../payee-fields.tsx';
import { texts } from './texts.ts';

/** Approves a request in full or in part, or rejects it with a reason. */
export function Decide({ payout }: { readonly payout: AdminPayout }) {
  const t = useTexts(texts);
  const { id, requested, returnable } = payout;
  const isLess = nano(returnable) < nano(requested);
  const [amount, setAmount] = useState(isLess ? returnable : requested);
  const isAmount = /^\d{1,9}(\.\d{1,2})?$/.test(amount) && /[1-9]/.test(amount) && nano(amount) <= nano(requested);
  const isTooMuch = isAmount && nano(amount) > nano(returnable);
  const [payee, setPayee] = useState(noPayee);
  const approving = useOperatorStep(t.done, () =>
    approvePayout(id, {
      ...(nano(amount) === nano(requested) ? {} : { amount }),
      ...(isPayeeWhole(payee) ? { payee } : {}),
    }),
  );
  return (
    <>
      <form
        className="form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isAmount && !isTooMuch) approving.mutate();
        }}
      >
        <TextField
          label={t.approveAmount}
          before="¥"
          inputMode="decimal"
          autoComplete="off"
          value={amount}
          onChange={(text) => {
            setAmount(text.trim());
          }}
          hint={t.approveHint}
          error={isTooMuch ? t.tooMuch(moneyText(returnable)) : undefined}
        />
        <PayeeIfNeeded error={approving.error} payee={payee} hint={t.payeeHint} onChange={setPayee} />
        {isAmount && !isTooMuch ? (
          <FormSentence>{t.sentence(moneyText(amount), payout.account_name ?? payout.account_id)}</FormSentence>
        ) : null}
        <FormFault error={approving.error} form="payout" />
        <div className="form-act">
          <Button type="submit" look="primary" disabled={!isAmount || isTooMuch} isBusy={approving.isPending}>
            {t.approve}
          </Button>
        </div>
      </form>
      <WordsForm
        isDanger
        label={t.rejectReason}
        act={t.reject}
        done={t.done}
        lengthMax={300}
        send={(reason) => rejectPayout(id, reason)}
      />
    </>
  );
}
