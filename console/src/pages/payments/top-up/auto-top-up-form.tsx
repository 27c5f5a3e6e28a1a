import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../../../api/current-account.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { isAtField, useRefused } from '../../../components/errors/use-refused.ts';
import { plainMoneyText } from '../../../components/money/money-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { autoTopUpQuery, changeAutoTopUp, type AutoTopUp } from '../auto-top-up.ts';
import { autoTexts } from './auto-texts.ts';

/** As people write it: without trailing zeros. */
function plain(amount: string): string {
  return amount.replace(/\.0+$/, '');
}

const amountForm = /^\d{1,9}(?:\.\d{1,2})?$/;
const fields = ['threshold', 'amount', 'monthly_maximum'] as const;
type Field = (typeof fields)[number];

/** Threshold, amount and monthly maximum of automatic top-up, and its switch. */
export function AutoTopUpForm({ auto }: { readonly auto: AutoTopUp }) {
  const t = useTexts(autoTexts);
  const account = useAccount();
  const client = useQueryClient();
  const [sums, setSums] = useState({
    threshold: plain(auto.threshold),
    amount: plain(auto.amount),
    monthly_maximum: plain(auto.monthly_maximum),
  });
  const isOn = auto.state === 'on';
  const saving = useMutation({
    mutationFn: (enabled: boolean) => changeAutoTopUp(account.id, enabled ? { enabled, ...sums } : { enabled }),
    onSuccess: (state, enabled) => {
      client.setQueryData(autoTopUpQuery(account.id).queryKey, state);
      toast(enabled ? (isOn ? t.saved : t.turnedOn) : t.turnedOff);
    },
  });
  const refused = useRefused(saving.error, 'autoTopUp');
  const labels: Readonly<Record<Field, string>> = { threshold: t.threshold, amount: t.amount, monthly_maximum: t.maximum };
  const isWritten = fields.every((field) => amountForm.test(sums[field]));
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        saving.mutate(true);
      }}
    >
      <div className="auto-sums">
        {fields.map((field) => (
          <TextField
            key={field}
            label={labels[field]}
            before="¥"
            inputMode="decimal"
            autoComplete="off"
            value={sums[field]}
            onChange={(text) => {
              setSums((before) => ({ ...before, [field]: text.trim() }));
            }}
            error={refused(field)}
          />
        ))}
      </div>
      {isAtField(saving.error, fields) ? null : <FormFault error={saving.error} form="autoTopUp" />}
      {isWritten ? (
        <FormSentence>
          {t.sentence(plainMoneyText(sums.threshold), plainMoneyText(sums.amount), plainMoneyText(sums.monthly_maximum))}
        </FormSentence>
      ) : null}
      <div className="form-act">
        <Button type="submit" look="primary" isBusy={saving.isPending}>
          {isOn ? t.keep : t.turnOn}
        </Button>
        {isOn ? (
          <Button
            isBusy={saving.isPending}
            onClick={() => {
              saving.mutate(false);
            }}
          >
            {t.turnOff}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
