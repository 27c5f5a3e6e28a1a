import { createAccount } from '../tenants/accounts/accounts.ts';
import type { ControlContext } from '../../control/control-context.ts';
import { createKey } from '../tenants/keys/keys.ts';
import type { SettingsStore } from '../../control/settings-ports.ts';
import { operator } from '../../control/principal.ts';
import { showTime } from '../../control/show-time.ts';

/** Shown once, to the person who started the service for the first time. */
export interface FirstStart {
  readonly key: string;
  readonly accountId: string;
}

const done = 'first_start';
const principal = operator('first-start');

/** Makes a demo account with its trial credit and a fresh key. The value of the key is shown once and kept nowhere. */
export async function firstStart(control: ControlContext, settings: SettingsStore): Promise<FirstStart | null> {
  // Claimed before it is done: of several nodes that start at once, one does it.
  if (!(await settings.add(done, showTime(control.clock.nowMs())))) return null;
  const { account } = await createAccount(control, principal, { name: 'Demo' });
  const made = await createKey(control, principal, account.id, { remark: 'demo key of the first start' });
  return { key: made.value, accountId: account.id };
}
