import { closer } from '../../subjects/account-life/closing.ts';
import { stepClosings } from '../../subjects/account-life/closing-steps.ts';
import type { ControlContext } from '../../control/control-context.ts';
import type { OperatorAlarms } from '../../domain/alarms/operator-alarms.ts';
import type { Identity } from '../../identity/identity.ts';
import { closeAccountsJob } from '../../subjects/account-life/close-accounts-job.ts';
import type { TimedJob } from '../../jobs/timed-job.ts';
import type { Engine } from '../../storage/engine.ts';
import { createClosingsStore } from '../../subjects/account-life/closings-store.ts';
import { invoiceJobs } from './invoice-parts.ts';
import type { StorageParts } from './storage-parts.ts';

interface AccountJobOptions {
  readonly control: ControlContext;
  readonly storage: StorageParts;
  readonly identity: Identity;
  readonly alarms: OperatorAlarms;
  readonly consoleOrigin: () => string;
  /** The database for the holder of a lease. */
  readonly engineFor: (holder: string) => Engine;
}

/** Timed jobs of accounts: invoices and closing. */
export function accountJobs(options: AccountJobOptions): readonly TimedJob[] {
  const { control, storage, identity, alarms, consoleOrigin, engineFor } = options;
  const closing = closeAccountsJob((holder) => {
    const closings = createClosingsStore(engineFor(holder), storage.stores.mailStatements);
    return stepClosings(control, closer, { closings, people: identity, consoleOrigin, alarms });
  });
  return [...invoiceJobs({ control, alarms, consoleOrigin }), closing];
}
