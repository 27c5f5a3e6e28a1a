import * as read from './readers.ts';
import { defaulted } from './setting.ts';

/** How much data one account can store, and for how long. */
export const growthSettings = {
  refusedCallsLoggedPerMinute: defaulted(
    {
      name: 'TOLLGATE_REFUSED_CALLS_LOGGED_PER_MINUTE',
      meaning:
        'Maximum of refused calls per key and minute with separate call log rows, or twice the account rate (at least 600) if that is lower. One more row per error code counts the rest.',
    },
    '3000',
    read.wholeNumber(1, 1_000_000_000),
  ),
  refusedCallsLoggedPerDay: defaulted(
    {
      name: 'TOLLGATE_REFUSED_CALLS_LOGGED_PER_DAY',
      meaning:
        'Maximum of call log rows for refused calls per account and day, across all its keys. After that, one row per error code and hour counts the rest.',
    },
    '20000',
    read.wholeNumber(1, 1_000_000_000),
  ),
  auditDays: defaulted(
    {
      name: 'TOLLGATE_AUDIT_DAYS',
      meaning: 'Days that the audit log keeps changed values. Actor, object and time are kept permanently.',
    },
    '180',
    read.wholeNumber(30, 36_500),
  ),
  auditLastingDays: defaulted(
    {
      name: 'TOLLGATE_AUDIT_LASTING_DAYS',
      meaning: 'Days that the audit log keeps changed values of access, keys, prices and money (three years).',
    },
    '1095',
    read.wholeNumber(180, 36_500),
  ),
  changesPerMinute: defaulted(
    {
      name: 'TOLLGATE_CHANGES_PER_MINUTE',
      meaning: 'Changes a person can make in the console per minute. All members of an account together can make twice as many.',
    },
    '120',
    read.wholeNumber(1, 1_000_000),
  ),
  changesPerDay: defaulted(
    { name: 'TOLLGATE_CHANGES_PER_DAY', meaning: 'Changes a person can make in the console per day.' },
    '1000',
    read.wholeNumber(1, 100_000_000),
  ),
} as const;
