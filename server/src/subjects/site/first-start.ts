import { createAccount } from '../tenants/accounts/accounts.ts';
import type { ControlContext } from '../../control/control-context.ts';
import { createKey } from '../tenants/keys/keys.ts';
import type { SettingsStore } from '../../control/settings-ports.ts';
import { operator } from '../../control/principal.ts';
import { showTime } from '../../control/show-time.ts';

/** Data shown once, at the first start of the service. */
export interface FirstStart {
  readonly key: string;
  readonly accountId: string;
}

const done = 'first_start';
const principal = operator('first-start');

/** Creates a demo account with a trial credit and a new key. The value of the key is shown once and not stored. */
export async function firstStart(control: ControlContext, settings: SettingsStore): Promise<FirstStart | null> {
  // Marked before it is done, so that only one of several nodes that start together does it.
  if (!(await settings.add(done, showTime(control.clock.nowMs())))) return null;
  const { account } = await createAccount(control, principal, { name: 'Demo' });
  const made = await createKey(control, principal, account.id, { remark: 'demo key of the first start' });
  return { key: made.value, accountId: account.id };
}
