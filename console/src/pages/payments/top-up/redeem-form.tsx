import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccount } from '../../../api/current-account.ts';
import { newIdempotencyKey } from '../../../api/http/idempotency-key.ts';
import { redeem } from '../../../api/orders.ts';
import { useWhy } from '../../../components/errors/error-state.tsx';
import { moneyText } from '../../../components/money/money-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { Button } from '../../../ui/buttons/button.tsx';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { Sheet } from '../../../ui/sheet.tsx';
import { toast } from '../../../ui/states/toast.tsx';
import { texts } from './texts.ts';

/** Redeems a code for credit. */
export function RedeemForm() {
  const t = useTexts(texts);
  const account = useAccount();
  const client = useQueryClient();
  const why = useWhy('redemption');
  const [code, setCode] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const [key, setKey] = useState(newIdempotencyKey);
  const sending = useMutation({
    mutationFn: () => redeem(account.id, code, key),
    onSuccess: async ({ amount }) => {
      setCode('');
      setKey(newIdempotencyKey());
      toast(t.redeemed(moneyText(amount)));
      await client.invalidateQueries({ queryKey: ['accounts', account.id] });
    },
  });
  const { error } = sending;
  const fault = error === null ? undefined : why(error);
  return (
    <Sheet title={t.redeem} note={t.redeemNote} isPadded className="top-up">
      <form
        className="redeem"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setEmpty(code.trim() === '');
          if (code.trim() !== '') sending.mutate();
        }}
      >
        <TextField
          label={t.code}
          placeholder="XXXXX-XXXXX-XXXXX-XXXXX"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={64}
          value={code}
          onChange={(text) => {
            setCode(text);
            setKey(newIdempotencyKey());
          }}
          error={isEmpty && code.trim() === '' ? t.badCode : fault}
        />
        <Button type="submit" isBusy={sending.isPending}>
          {t.redeemButton}
        </Button>
      </form>
    </Sheet>
  );
}
