import type { AccountNotice } from '../../domain/books/account-notice.ts';
import type { ControlContext } from '../../control/control-context.ts';
import type { Principal } from '../../control/principal.ts';
import { showTime } from '../../control/show-time.ts';

type Settings = Readonly<Record<string, unknown>>;

/** An operator's change to an object of an account. */
export interface OperatorChange {
  readonly accountId: string;
  readonly what: 'account' | 'sub_account' | 'key';
  /** Display name of the object. */
  readonly name: string;
  readonly link: string;
  /** In API terms. */
  readonly before: Settings;
  readonly after: Settings;
}

/** Freezes have their own notices with the reason. */
const ofFreezing = new Set(['status', 'status_reason', 'frozen_at']);

function changeOf({ status: before }: Settings, { status: after }: Settings): string {
  if (before === after) return 'changed';
  if (after === 'deleted') return 'deleted';
  return after === 'disabled' ? 'disabled' : 'enabled';
}

/**
 * Notices to an account about a change by an operator; members know about their own changes. Notices about the account are also mailed.
 * Those about keys and sub-accounts are not, because programs can make many changes.
 */
export function operatorNotices(
  context: Pick<ControlContext, 'clock' | 'ids'>,
  { scope }: Principal,
  { accountId, what, name, link, before, after }: OperatorChange,
): readonly AccountNotice[] {
  if (scope.kind !== 'operator') return [];
  const told = Object.keys(after).filter(
    (field) => !(what === 'account' && ofFreezing.has(field)) && JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  if (told.length === 0) return [];
  const atMs = context.clock.nowMs();
  const change = what === 'account' ? 'changed' : changeOf(before, after);
  return [
    {
      accountId,
      kind: 'operator_change',
      source: `operator:${context.ids.uuid()}`,
      link,
      atMs,
      params: { what, name, change, fields: told.join(','), at: showTime(atMs) },
      mailed: what === 'account',
    },
  ];
}
