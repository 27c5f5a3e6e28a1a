import { accountLifeRefusals } from '../account-life/refusals.ts';
import { callRefusals } from '../calls/refusals.ts';
import { catalogueRefusals } from '../catalogue/refusals.ts';
import { invoicingRefusals } from '../invoicing/refusals.ts';
import { ledgerRefusals } from '../ledger/refusals.ts';
import { newsRefusals } from '../news/refusals.ts';
import { noticeRefusals } from '../notices/refusals.ts';
import { paymentRefusals } from '../payments/refusals.ts';
import { peopleRefusals } from '../people/refusals.ts';
import { requestRefusals } from '../requests/refusals.ts';
import { siteRefusals } from '../site/refusals.ts';
import { tenantRefusals } from '../tenants/refusals.ts';
import { generalRefusals } from './general-refusals.ts';

/** The refusals of each subject, and those of every route. */
export const refusalsBySubject = [
  generalRefusals,
  tenantRefusals,
  peopleRefusals,
  catalogueRefusals,
  callRefusals,
  ledgerRefusals,
  paymentRefusals,
  invoicingRefusals,
  noticeRefusals,
  newsRefusals,
  requestRefusals,
  accountLifeRefusals,
  siteRefusals,
] as const;

/** All named refusals of the control plane, by the `reason` of the response. */
export const refusals = {
  ...generalRefusals,
  ...tenantRefusals,
  ...peopleRefusals,
  ...catalogueRefusals,
  ...callRefusals,
  ...ledgerRefusals,
  ...paymentRefusals,
  ...invoicingRefusals,
  ...noticeRefusals,
  ...newsRefusals,
  ...requestRefusals,
  ...accountLifeRefusals,
  ...siteRefusals,
};
export type RefusalReason = keyof typeof refusals;

export function isReason(name: string): name is RefusalReason {
  return Object.hasOwn(refusals, name);
}
