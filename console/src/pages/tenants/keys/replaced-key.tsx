import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useAccount } from '../../../api/current-account.ts';
import { keysOf, type OwnNewKey } from '../../../api/keys.ts';
import { useGo } from '../../../components/links/app-link.tsx';
import { paths } from '../../../paths.ts';
import { NewKeyDrawer } from './new-key-drawer.tsx';

interface Replaced {
  readonly accountId: string;
  readonly made: OwnNewKey;
}

let shown: Replaced | null = null;
const listeners = new Set<() => void>();

/** Shows the value of a new key even if the row or page that requested it is gone, because it is never shown again. */
export function showReplaced(replaced: Replaced | null): void {
  shown = replaced;
  for (const listener of listeners) listener();
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the replacement of a reset key until the user has stored it. */
export function ReplacedKey() {
  const account = useAccount();
  const client = useQueryClient();
  const go = useGo();
  const replaced = useSyncExternalStore(follow, () => shown);
  if (replaced?.accountId !== account.id) return null;
  const { made } = replaced;
  return (
    <NewKeyDrawer
      made={made}
      isReplacement
      onDone={() => {
        showReplaced(null);
        void client.invalidateQueries({ queryKey: keysOf(account.id) });
        if (location.pathname !== paths.keys) go(paths.key(made.id), { replace: true });
      }}
    />
  );
}
