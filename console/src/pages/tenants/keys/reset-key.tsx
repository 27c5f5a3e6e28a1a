import { useMutation } from '@tanstack/react-query';
import { useAccount } from '../../../api/current-account.ts';
import { resetKey, type OwnKey } from '../../../api/keys.ts';
import { useCause } from '../../../components/errors/error-state.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { ConfirmTyped } from '../../../ui/windows/confirm-typed.tsx';
import { showReplaced } from './replaced-key.tsx';
import { texts } from './texts.ts';

interface ResetKeyProps {
  readonly record: OwnKey;
  readonly onClose: () => void;
}

/** Replaces a key with a new one with equal settings. The old value becomes invalid at once, so the user must type the remark. */
export function ResetKey({ record, onClose }: ResetKeyProps) {
  const t = useTexts(texts);
  const account = useAccount();
  const reset = useMutation({
    mutationFn: () => resetKey(account.id, record.id),
    onSuccess: (made) => {
      showReplaced({ accountId: account.id, made });
      onClose();
    },
  });
  const cause = useCause(reset.error);
  return (
    <ConfirmTyped
      title={t.reset.title(record.remark || t.untitled)}
      word={record.remark || record.last4}
      verb={t.reset.verb}
      isBusy={reset.isPending}
      error={reset.error === null ? undefined : cause}
      onConfirm={() => {
        reset.mutate();
      }}
      onClose={onClose}
    >
      {t.reset.text}
    </ConfirmTyped>
  );
}
