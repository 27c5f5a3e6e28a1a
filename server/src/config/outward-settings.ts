import * as read from './readers.ts';
import { defaulted, optional } from './setting.ts';

/** How people get their notifications. */
export const outwardSettings = {
  smtpUrl: optional(
    {
      name: 'TOLLGATE_SMTP_URL',
      meaning:
        'Mail server: `smtps://user:password@host`, or `smtp://` with STARTTLS. Without it, operators forward links from `npm run tollgate -- mails`.',
      secret: true,
    },
    read.smtpUrl,
  ),
  mailFrom: optional(
    { name: 'TOLLGATE_MAIL_FROM', meaning: 'Sender of mails, such as `Tollgate <no-reply@example.com>`.' },
    read.mailAddress,
  ),
  consoleUrl: optional(
    {
      name: 'TOLLGATE_CONSOLE_URL',
      meaning:
        'Public address of the console, used for links in mails. Defaults to the address of the region in `TOLLGATE_PUBLIC_URLS`.',
    },
    read.consoleUrl,
  ),
  alarmOrigins: defaulted(
    {
      name: 'TOLLGATE_ALARM_ORIGINS',
      meaning:
        'Custom servers that can receive alarms, also inside your network: `https://alerts.example.com,http://10.0.0.5:8080`.',
    },
    '',
    read.origins,
  ),
  probeBudget: defaulted(
    {
      name: 'TOLLGATE_PROBE_CNY_PER_DAY',
      meaning:
        'Daily budget in CNY for probing rarely used chat models, so that the status page knows their state. 0 disables probes.',
    },
    '0',
    read.budget,
  ),
  alarmErrorPercent: defaulted(
    {
      name: 'TOLLGATE_ALARM_ERROR_PERCENT',
      meaning:
        'Error rate (%) per model or route over 5 minutes that raises an alarm. Client errors do not count. 0 disables it.',
    },
    '20',
    read.wholeNumber(0, 100),
  ),
  alarmErrorCalls: defaulted(
    { name: 'TOLLGATE_ALARM_ERROR_CALLS', meaning: 'Minimum number of calls in 5 minutes for an error rate alarm.' },
    '20',
    read.wholeNumber(1, 1_000_000),
  ),
} as const;
