import * as read from './readers.ts';
import { defaulted } from './setting.ts';

/** How much one account can make the service keep, and for how long. */
export const growthSettings = {
  refusedCallsLoggedPerMinute: defaulted(
    {
      name: 'TOLLGATE_REFUSED_CALLS_LOGGED_PER_MINUTE',
      meaning:
        'Most refused calls of one key and minute that get a row of the call log each (twice the rate of the account, at least 600, if that is less); one more row per error code counts the rest.',
    },
    '3000',
    read.wholeNumber(1, 1_000_000_000),
  ),
  refusedCallsLoggedPerDay: defaulted(
    {
      name: 'TOLLGATE_REFUSED_CALLS_LOGGED_PER_DAY',
      meaning:
        'Rows of the call log that refused calls of one account get in a day, however many keys it has; then one per error code and hour counts the rest.',
    },
    '20000',
    read.wholeNumber(1, 1_000_000_000),
  ),
  auditDays: defaulted(
    {
      name: 'TOLLGATE_AUDIT_DAYS',
      meaning: 'Days for which the log of changes keeps what was changed; who changed what and when stays.',
    },
    '180',
    read.wholeNumber(30, 36_500),
  ),
  auditLastingDays: defaulted(
    {
      name: 'TOLLGATE_AUDIT_LASTING_DAYS',
      meaning: 'The same for changes of who may act, of keys that are made or end, of prices and of money (three years).',
    },
    '1095',
    read.wholeNumber(180, 36_500),
  ),
  changesPerMinute: defaulted(
    {
      name: 'TOLLGATE_CHANGES_PER_MINUTE',
      meaning:
        'Changes that one person makes in accounts by the console in a minute; all people of an account make twice as many.',
    },
    '120',
    read.wholeNumber(1, 1_000_000),
  ),
  changesPerDay: defaulted(
    { name: 'TOLLGATE_CHANGES_PER_DAY', meaning: 'The same in a day.' },
    '1000',
    read.wholeNumber(1, 100_000_000),
  ),
} as const;
