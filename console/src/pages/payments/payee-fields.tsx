import type { Payee } from '@tollgate/contract/payments/console-payouts';
import { isAtField } from '../../components/errors/use-refused.ts';
import { defineTexts, useTexts } from '../../i18n/texts.ts';
import { TextField } from '../../ui/forms/text-field.tsx';

const texts = defineTexts({
  zh: { title: '收款信息', name: '户名', account: '账号', bank: '开户行', missing: '此项必填。' },
  en: {
    title: 'Pay to',
    name: 'Account holder',
    account: 'Account number',
    bank: 'Bank and branch',
    missing: 'This field is required.',
  },
});

const lengthMax = { name: 128, account: 64, bank: 128 } as const;

export const noPayee: Payee = { name: '', account: '', bank: '' };

export function isPayeeWhole(payee: Payee): boolean {
  return Object.values(payee).every((text) => text.trim() !== '');
}

interface PayeeFieldsProps {
  readonly payee: Payee;
  /** Why a bank account is needed. */
  readonly hint: string;
  readonly isTried: boolean;
  readonly onChange: (payee: Payee) => void;
}

/** Input for a bank account to pay to. */
export function PayeeFields({ payee, hint, isTried, onChange }: PayeeFieldsProps) {
  const t = useTexts(texts);
  const field = (name: keyof Payee) => ({
    label: t[name],
    value: payee[name],
    autoComplete: 'off',
    maxLength: lengthMax[name],
    onChange: (text: string) => {
      onChange({ ...payee, [name]: text });
    },
    error: isTried && payee[name].trim() === '' ? t.missing : undefined,
  });
  return (
    <fieldset className="form">
      <legend>{t.title}</legend>
      <p className="hint">{hint}</p>
      <TextField {...field('name')} />
      <TextField {...field('account')} />
      <TextField {...field('bank')} />
    </fieldset>
  );
}

interface PayeeIfNeededProps extends Pick<PayeeFieldsProps, 'payee' | 'hint' | 'onChange'> {
  readonly error: unknown;
}

/** The same input, shown once the server requires a bank account. */
export function PayeeIfNeeded({ error, payee, ...fields }: PayeeIfNeededProps) {
  const isNeeded = isAtField(error, ['payee']) || payee !== noPayee;
  return isNeeded ? <PayeeFields {...fields} payee={payee} isTried={error !== null} /> : null;
}
