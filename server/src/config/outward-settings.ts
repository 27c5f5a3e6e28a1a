import * as read from './readers.ts';
import { defaulted, optional } from './setting.ts';

/** How people are told what they must know. */
export const outwardSettings = {
  smtpUrl: optional(
    {
      name: 'TOLLGATE_SMTP_URL',
      meaning:
        'Sends mail through this server: `smtps://user:password@host`, or `smtp://` with STARTTLS. Without it operators read the links that people need: `npm run tollgate -- mails`.',
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
        'Outside address of the console, to which links in mails lead; if left out, that of `TOLLGATE_PUBLIC_URLS` for the region.',
    },
    read.consoleUrl,
  ),
  alarmOrigins: defaulted(
    {
      name: 'TOLLGATE_ALARM_ORIGINS',
      meaning:
        'Servers of your own to which alarms may be written, also inside your network: `https://alerts.example.com,http://10.0.0.5:8080`.',
    },
    '',
    read.origins,
  ),
  probeBudget: defaulted(
    {
      name: 'TOLLGATE_PROBE_CNY_PER_DAY',
      meaning:
        'What calling chat models that hardly anybody calls may cost you a day, in CNY, so that the status page knows how they fare; 0: they are not called.',
    },
    '0',
    read.budget,
  ),
  alarmErrorPercent: defaulted(
    {
      name: 'TOLLGATE_ALARM_ERROR_PERCENT',
      meaning:
        'Alarm when so many of the calls of a model or by a route failed in 5 minutes by our fault or that of an upstream, in percent; 0: never.',
    },
    '20',
    read.wholeNumber(0, 100),
  ),
  alarmErrorCalls: defaulted(
    { name: 'TOLLGATE_ALARM_ERROR_CALLS', meaning: 'Fewer calls than these in 5 minutes raise no such alarm.' },
    '20',
    read.wholeNumber(1, 1_000_000),
  ),
} as const;
