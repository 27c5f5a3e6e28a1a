import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useAccount } from '../../api/current-account.ts';
import { keysOf, resetKey, type OwnKey } from '../../api/keys.ts';
import { useGo } from '../../components/app-link.tsx';
import { useCause } from '../../components/error-state.tsx';
import { useTexts } from '../../i18n/texts.ts';
import { paths } from '../../paths.ts';
import { ConfirmTyped } from '../../ui/confirm-typed.tsx';
import { NewKeyDrawer } from './new-key-drawer.tsx';
import { texts } from './texts.ts';

interface ResetKeyProps {
  readonly record: OwnKey;
  readonly onClose: () => void;
}

/** Replaces a key by a new one with the same settings. The old value is dead at once, so the remark is typed. */
export function ResetKey({ record, onClose }: ResetKeyProps) {
  const t = useTexts(texts);
  const account = useAccount();
  const client = useQueryClient();
  const go = useGo();
  const reset = useMutation({ mutationFn: () => resetKey(account.id, record.id) });
  const cause = useCause(reset.error);
  if (reset.data !== undefined) {
    const made = reset.data;
    return (
      <NewKeyDrawer
        made={made}
        isReplacement
        onDone={() => {
          void client.invalidateQueries({ queryKey: keysOf(account.id) });
          onClose();
          if (location.pathname !== paths.keys) go(paths.key(made.id), { replace: true });
        }}
      />
    );
  }
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
