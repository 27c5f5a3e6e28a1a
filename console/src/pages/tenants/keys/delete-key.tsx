import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useAccount } from '../../../api/current-account.ts';
import { deleteKey, keysOf, type OwnKey } from '../../../api/keys.ts';
import { useCause } from '../../../components/errors/error-state.tsx';
import { useTexts } from '../../../i18n/texts.ts';
import { toast } from '../../../ui/states/toast.tsx';
import { ConfirmTyped } from '../../../ui/windows/confirm-typed.tsx';
import { texts } from './texts.ts';

interface DeleteKeyProps {
  readonly record: OwnKey;
  readonly onClose: () => void;
  readonly onDeleted?: () => void;
}

/** Cannot be undone, so the user must type the remark. */
export function DeleteKey({ record, onClose, onDeleted = onClose }: DeleteKeyProps) {
  const t = useTexts(texts);
  const account = useAccount();
  const client = useQueryClient();
  const name = record.remark || record.last4;
  const removal = useMutation({
    mutationFn: () => deleteKey(account.id, record.id),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: keysOf(account.id) });
      toast(t.removed(record.remark || t.untitled));
      onDeleted();
    },
  });
  const cause = useCause(removal.error);
  return (
    <ConfirmTyped
      title={t.remove.title(record.remark || t.untitled)}
      word={name}
      verb={t.remove.verb}
      isBusy={removal.isPending}
      error={removal.error === null ? undefined : cause}
      onConfirm={() => {
        removal.mutate();
      }}
      onClose={onClose}
    >
      {t.remove.text}
    </ConfirmTyped>
  );
}
