import type { AccountAnswer } from '@tollgate/contract/tenants/operator-accounts';
import { useState } from 'react';
import { operatorTenantsApi } from '../../../api/clients/operator-tenants.ts';
import { FormFault } from '../../../components/errors/form-fault.tsx';
import { useOperatorStep } from '../../../components/forms/use-operator-step.ts';
import { useTexts } from '../../../i18n/texts.ts';
import { TextField } from '../../../ui/forms/text-field.tsx';
import { FormSentence } from '../../../ui/states/notice.tsx';
import { SubmitDrawer } from '../../../ui/windows/submit-drawer.tsx';
import { texts } from './texts.ts';

interface FreezeDrawerProps {
  readonly account: AccountAnswer;
  readonly onClose: () => void;
}

/** Freezes an account with a reason that its members see. */
export function FreezeDrawer({ account: { id, name }, onClose }: FreezeDrawerProps) {
  const t = useTexts(texts);
  const [reason, setReason] = useState('');
  const freeze = useOperatorStep(t.frozen, async () => {
    const body = { status: 'disabled', status_reason: reason.trim() } as const;
    await operatorTenantsApi.changeAccount({ params: { id }, body });
    onClose();
  });
  return (
    <SubmitDrawer
      title={t.freezeTitle(name)}
      submit={t.freeze}
      isReady={reason.trim() !== ''}
      isBusy={freeze.isPending}
      onClose={onClose}
      onSubmit={() => {
        freeze.mutate();
      }}
    >
      <TextField label={t.freezeReason} value={reason} onChange={setReason} hint={t.freezeHint} maxLength={500} autoFocus />
      <FormFault error={freeze.error} />
      <FormSentence>{t.freezeSay(name)}</FormSentence>
    </SubmitDrawer>
  );
}
