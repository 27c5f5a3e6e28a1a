import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../../../api/current-account.ts';
import { useWhy } from '../../../components/errors/error-state.tsx';
import { useRefused } from '../../../components/errors/use-refused.ts';
import { moneyText, nano, plainMoneyText } from '../../../components/money/money-text.ts';
import { Money } from '../../../components/money/money.tsx';
import { percentOf } from '../../../components/tenants/barrier.tsx';
import { CapMeter } from '../../../components/tenants/cap-meter.tsx';
import { readCap, useCapFault } from '../../../components/tenants/cap-text.ts';
import { useMonthText } from '../../../components/time/month-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { Check, TextField } from '../../../ui/forms/text-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { billingQuery, patchBilling, type Billing, type PatchBillingRequest } from '../billing.ts';
import { writtenSite } from '../../../i18n/written-site.ts';
import { texts } from './texts.ts';

/** The used part of the monthly budget. Never striped, because a budget only notifies and pauses nothing. */
function BudgetBar({ billing, budget }: { readonly billing: Billing; readonly budget: string }) {
  const t = useTexts(texts);
  const label = t.used(useMonthText()(billing.month.month));
  const percent = percentOf(billing.month.spent, budget);
  const look = percent >= 90 ? 'l90' : percent >= 80 ? 'l80' : 'l0';
  return (
    <div className={`cap budget-bar ${look}`}>
      <span className="cap-text">
        <span>
          {label} <Money amount={billing.month.spent} /> <span className="quiet">/ {moneyText(budget)}</span>
        </span>
        <b>{percent} %</b>
      </span>
      <CapMeter percent={percent} label={label} title={t.levels} />
    </div>
  );
}

function useSave(before: Billing): (change: PatchBillingRequest, said: string) => Promise<void> {
  const t = useTexts(texts);
  const account = useAccount();
  const client = useQueryClient();
  const send = async (change: PatchBillingRequest): Promise<void> => {
    client.setQueryData(billingQuery(account.id).queryKey, await patchBilling(account.id, change));
  };
  const undo = (): void => {
    send({ monthly_budget: before.monthly_budget, statement_mail: before.statement_mail }).then(
      () => {
        toast(t.undone);
      },
      () => {
        toast(t.notUndone);
      },
    );
  };
  return async (change, said) => {
    await send(change);
    toast(said, { undo });
  };
}

/** The monthly budget, and whether statements are mailed. */
export function BudgetSheet({ billing }: { readonly billing: Billing }) {
  const t = useTexts(texts);
  const { monthly_budget: budget } = billing;
  return (
    <Sheet title={t.budget} isPadded>
      {budget === null ? null : <BudgetBar billing={billing} budget={budget} />}
      <BudgetForm key={budget ?? ''} billing={billing} />
      {writtenSite.mail ? <MailChoice billing={billing} /> : null}
    </Sheet>
  );
}

function BudgetForm({ billing }: { readonly billing: Billing }) {
  const t = useTexts(texts);
  const kept = billing.monthly_budget === null ? '' : plainMoneyText(billing.monthly_budget).slice(1).replaceAll(',', '');
  const [typed, setTyped] = useState(kept);
  const save = useSave(billing);
  const saving = useMutation({ mutationFn: (sum: string | null) => save({ monthly_budget: sum }, t.saved) });
  const refused = useRefused(saving.error, 'billing');
  const read = readCap(typed);
  const isNothing = typeof read === 'string' && nano(read) === 0n;
  const fault = useCapFault()(typed) ?? (isNothing ? t.mustBeMore : undefined);
  const why = useWhy('billing');
  const isChanged = typed.trim() !== kept;
  const fallback = saving.error === null ? undefined : why(saving.error);
  return (
    <form
      className="form budget-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (isChanged && fault === undefined && read !== undefined) saving.mutate(read);
      }}
    >
      <TextField
        label={t.budgetField}
        note={t.optional}
        value={typed}
        onChange={setTyped}
        before="¥"
        behind={t.perMonth}
        placeholder={t.none}
        inputMode="decimal"
        autoComplete="off"
        error={fault ?? refused('monthly_budget') ?? fallback}
      />
      <FormSentence>
        {read === null || read === undefined || isNothing ? t.sayNone : t.sayBudget(plainMoneyText(read))}
      </FormSentence>
      <div className="form-act">
        {isChanged ? (
          <Button
            onClick={() => {
              setTyped(kept);
            }}
          >
            {t.discard}
          </Button>
        ) : null}
        <Button type="submit" look="primary" disabled={!isChanged} isBusy={saving.isPending}>
          {t.save}
        </Button>
      </div>
    </form>
  );
}

function MailChoice({ billing }: { readonly billing: Billing }) {
  const t = useTexts(texts);
  const save = useSave(billing);
  const why = useWhy('billing');
  const saving = useMutation({
    mutationFn: (isOn: boolean) => save({ statement_mail: isOn }, isOn ? t.mailOn : t.mailOff),
    onError: (error) => {
      toast(why(error));
    },
  });
  return (
    <div className="mail-choice">
      <Check
        isOn={saving.isPending ? saving.variables : billing.statement_mail}
        isDisabled={saving.isPending}
        onChange={(isOn) => {
          saving.mutate(isOn);
        }}
      >
        {t.statementMail}
      </Check>
    </div>
  );
}
