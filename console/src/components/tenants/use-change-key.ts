import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { changesOfQuery } from '../../api/account-changes.ts';
import { useAccount } from '../../api/current-account.ts';
import type { keysQuery } from '../../api/keys.ts';
import { keyListsOf, keyQuery, keysOf, patchKey, type OwnKey, type PatchKeyRequest } from '../../api/keys.ts';
import { defineTexts, useTexts } from '../../i18n/texts.ts';
import { toast } from '../../ui/states/toast.tsx';

const texts = defineTexts({
  zh: { undone: '已撤销。', notUndone: '撤销失败，请刷新后查看。' },
  en: { undone: 'Undone.', notUndone: 'Could not undo. Reload the page to check.' },
});

type Change = Omit<PatchKeyRequest, 'confirm_open'>;
type KeyList = Awaited<ReturnType<Exclude<ReturnType<typeof keysQuery>['queryFn'], undefined | symbol>>>;

/** The values of the key before the change, for undo. */
function before(key: OwnKey, change: Change): PatchKeyRequest {
  const was: PatchKeyRequest = {
    remark: key.remark,
    daily_cap: key.daily_cap,
    monthly_cap: key.monthly_cap,
    ip_allow_list: key.ip_allow_list,
    model_allow_list: key.model_allow_list,
    expires_at: key.expires_at,
    strict: key.strict,
    domestic_only: key.domestic_only,
    routing: key.routing,
    preferred_route: key.preferred_route,
    limits: key.limits,
    status: key.status === 'disabled' ? 'disabled' : 'available',
  };
  const names = Object.keys(change) as (keyof Change)[];
  return { ...Object.fromEntries(names.map((name) => [name, was[name]])), confirm_open: true };
}

/** Updates the key everywhere it is shown. */
function show(client: QueryClient, accountId: string, key: OwnKey): void {
  client.setQueryData(keyQuery(accountId, key.id).queryKey, key);
  client.setQueriesData<KeyList>({ queryKey: keyListsOf(accountId) }, (known) =>
    known === undefined ? known : { ...known, rows: known.rows.map((row) => (row.id === key.id ? key : row)) },
  );
}

/**
 * Changes a key. The change applies from the next call on, and the confirmation offers to undo it. Returns the changed key. @throws
 * {ApiError}
 */
export function useChangeKey(): (key: OwnKey, change: Change, said: string) => Promise<OwnKey> {
  const t = useTexts(texts);
  const client = useQueryClient();
  const { id: accountId } = useAccount();
  const sent = async (key: OwnKey, request: PatchKeyRequest): Promise<OwnKey> => {
    const changed = await patchKey(accountId, key.id, request);
    show(client, accountId, changed);
    void client.invalidateQueries({ queryKey: keysOf(accountId) });
    void client.invalidateQueries({ queryKey: changesOfQuery(accountId, key.id).queryKey });
    return changed;
  };
  const undo = (changed: OwnKey, request: PatchKeyRequest): void => {
    sent(changed, request).then(
      () => {
        toast(t.undone);
      },
      () => {
        toast(t.notUndone);
      },
    );
  };
  return async (key, change, said) => {
    if (change.status !== undefined) show(client, accountId, { ...key, status: change.status });
    try {
      const changed = await sent(key, { ...change, confirm_open: true });
      toast(said, {
        undo: () => {
          undo(changed, before(key, change));
        },
      });
      return changed;
    } catch (error) {
      show(client, accountId, key);
      throw error;
    }
  };
}
