import type { OwnKeyAnswer } from '@tollgate/contract/tenants/console-keys';
import { hasRight } from '@tollgate/contract/people/rights';
import { balanceNow } from '../../ledger/balance-now.ts';
import { showAmount } from '../../../control/amounts.ts';
import { bindingLimit, type Binding } from './binding-limit.ts';
import type { ControlContext } from '../../../control/control-context.ts';
import { keyState } from './key-state.ts';
import { lastUses } from './last-uses.ts';
import { namesOf } from '../../../control/names.ts';
import type { Principal } from '../../../control/principal.ts';
import { showTime, showTimeOrNull } from '../../../control/show-time.ts';
import type { KeyRecord } from '../../../domain/tenants/tenant-records.ts';
import { keyStateView } from './key-view.ts';

function bindingView(binding: Binding | null): OwnKeyAnswer['binds_first'] {
  if (binding === null) return null;
  return { limit: binding.limit, left: showAmount(binding.left), resets_at: showTimeOrNull(binding.resetsAtMs) };
}

/** The amount the account can still spend, for people who may know it. */
async function availableTo(control: ControlContext, principal: Principal, accountId: string) {
  const { scope } = principal;
  if (scope.kind === 'account' && !hasRight('balance.read', scope.role, scope.subAccountId !== null)) return null;
  return (await balanceNow(control, principal, accountId)).available;
}

/** Keys of an account as shown to its members. */
export async function ownKeyViews(
  control: ControlContext,
  principal: Principal,
  accountId: string,
  records: readonly KeyRecord[],
): Promise<OwnKeyAnswer[]> {
  const rows = records.map(({ key }) => ({ keyId: key.id, subAccountId: key.subAccountId }));
  const [names, uses, available, states] = await Promise.all([
    namesOf(control, principal, accountId, rows),
    lastUses(control, principal, records),
    availableTo(control, principal, accountId),
    Promise.all(records.map(({ key }) => keyState(control, key))),
  ]);
  return records.flatMap((record, index) => {
    const { key } = record;
    const state = states[index];
    if (state === undefined) return [];
    const use = uses.get(key.id);
    return [
      {
        ...keyStateView(record, state),
        sub_account_name: names.subAccount(key.subAccountId),
        last_used: use === undefined ? null : { at: showTime(use.atMs), ip: use.sourceIp },
        binds_first: bindingView(bindingLimit(state, available)),
      },
    ];
  });
}

/** One key as shown to members. */
export async function ownKeyView(control: ControlContext, principal: Principal, record: KeyRecord): Promise<OwnKeyAnswer> {
  const [view] = await ownKeyViews(control, principal, record.key.accountId, [record]);
  if (view === undefined) throw new Error('a key was not shown');
  return view;
}
