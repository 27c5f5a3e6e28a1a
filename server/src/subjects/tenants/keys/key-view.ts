import type { KeyAnswer } from '@tollgate/contract/tenants/operator-keys';
import { showAmount } from '../../../control/amounts.ts';
import type { ControlContext } from '../../../control/control-context.ts';
import { keyState, type KeyState } from './key-state.ts';
import { keyRecordSettings } from './key-words.ts';
import { showTimeOrNull } from '../../../control/show-time.ts';
import type { KeyRecord } from '../../../domain/tenants/tenant-records.ts';

/** A key with its current state. */
export function keyStateView(record: KeyRecord, { status, paused, spentToday, spentThisMonth }: KeyState): KeyAnswer {
  return {
    ...keyRecordSettings(record),
    status,
    paused: paused === null ? null : { cap: paused.cap, of: paused.of, resumes_at: showTimeOrNull(paused.resumesAtMs) },
    spent_today: showAmount(spentToday),
    spent_this_month: showAmount(spentThisMonth),
  };
}

/** A key as the API shows it: its settings, current state and spending, never its value. */
export async function keyView(control: ControlContext, record: KeyRecord): Promise<KeyAnswer> {
  return keyStateView(record, await keyState(control, record.key));
}
