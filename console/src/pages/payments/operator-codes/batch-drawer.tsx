import { useMutation, useQueryClient } from '@tanstack/react-query';
import { formatExact } from '@tollgate/contract/money';
import { useState } from 'react';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useRefused } from '../../../components/errors/use-refused.ts';
import { SecretDrawer } from '../../../components/forms/secret-drawer.tsx';
import { useGo } from '../../../components/links/app-link.tsx';
import { moneyText, nano } from '../../../components/money/money-text.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { paths } from '../../../paths.ts';
import { Check, TextField } from '../../../ui/forms/text-field.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { SubmitDrawer } from '../../../ui/windows/submit-drawer.tsx';
import { createCodeBatch, type CodeBatchRequest, type NewCodeBatch } from '../operator-money.ts';
import { texts } from './texts.ts';

/** Creates a batch of codes, and shows them once. */
export function BatchDrawer() {
  const client = useQueryClient();
  const go = useGo();
  const [made, setMade] = useState<NewCodeBatch | null>(null);
  const close = (): void => {
    go(paths.operatorCodes);
  };
  const done = async (batch: NewCodeBatch): Promise<void> => {
    setMade(batch);
    await client.invalidateQueries({ queryKey: ['operator', 'code-batches'] });
  };
  return made === null ? (
    <BatchForm onMade={(batch) => void done(batch)} onClose={close} />
  ) : (
    <Made batch={made} onClose={close} />
  );
}

interface BatchFormProps {
  readonly onMade: (batch: NewCodeBatch) => void;
  readonly onClose: () => void;
}

function BatchForm({ onMade, onClose }: BatchFormProps) {
  const t = useTexts(texts);
  const [name, setName] = useState('');
  const [amount, setAmount] = useState('');
  const [count, setCount] = useState('');
  const [sold, setSold] = useState(false);
  const making = useMutation({ mutationFn: (body: CodeBatchRequest) => createCodeBatch(body), onSuccess: onMade });
  const refused = useRefused(making.error, 'codes');
  const isReady =
    name.trim() !== '' && /^\d{1,9}(\.\d{1,4})?$/.test(amount) && /[1-9]/.test(amount) && /^[1-9]\d{0,4}$/.test(count);
  return (
    <SubmitDrawer
      title={t.make}
      submit={t.make}
      isReady={isReady}
      isBusy={making.isPending}
      onClose={onClose}
      onSubmit={() => {
        making.mutate({ name: name.trim(), amount, count: Number(count), sold });
      }}
    >
      <TextField label={t.name} hint={t.nameHint} value={name} onChange={setName} error={refused('name')} autoComplete="off" />
      <TextField
        label={t.amount}
        before="¥"
        inputMode="decimal"
        value={amount}
        onChange={setAmount}
        error={refused('amount')}
        autoComplete="off"
      />
      <TextField
        label={t.count}
        hint={t.countHint}
        inputMode="numeric"
        value={count}
        onChange={setCount}
        error={refused('count')}
        autoComplete="off"
      />
      <Check isOn={sold} onChange={setSold}>
        {t.sold}
      </Check>
      {isReady ? (
        <FormSentence>
          {t.sentence(count, moneyText(amount), moneyText(formatExact(nano(amount) * BigInt(count))), sold)}
        </FormSentence>
      ) : null}
      <FormFault error={making.error} form="codes" />
    </SubmitDrawer>
  );
}

function Made({ batch: { id, codes, amount }, onClose }: { readonly batch: NewCodeBatch; readonly onClose: () => void }) {
  const t = useTexts(texts);
  const lines = ['code,amount', ...codes.map((code) => `${code},${amount}`), ''];
  return (
    <SecretDrawer
      title={t.madeTitle}
      why={t.madeNote}
      secret={codes.join('\n')}
      file={{ label: t.download, name: `codes-${id}.csv`, text: lines.join('\r\n') }}
      onDone={onClose}
    />
  );
}
