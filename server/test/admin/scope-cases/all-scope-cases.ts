import { alarmCases } from './alarm-cases.ts';
import { invoiceCases } from './invoice-cases.ts';
import { mailCases } from './mail-cases.ts';
import { requestCases } from './request-cases.ts';
import { siteCases } from './site-cases.ts';
import { moneyCases } from './money-cases.ts';
import { newsCases } from './news-cases.ts';
import { paymentCases } from './payment-cases.ts';
import type { ScopeCases } from './scope-case.ts';

/** One line per subject. What needs the bench of the test stands in the test itself. */
export const allScopeCases: ScopeCases = {
  ...alarmCases,
  ...invoiceCases,
  ...mailCases,
  ...siteCases,
  ...requestCases,
  ...moneyCases,
  ...newsCases,
  ...paymentCases,
};
