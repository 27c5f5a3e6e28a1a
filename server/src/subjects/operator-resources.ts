import { incidentsResource } from './news/status/incidents-operator-routes.ts';
import { announcementsResource } from './news/announcements-operator-routes.ts';
import { accountsResource } from './tenants/accounts/accounts-operator-routes.ts';
import type { AdminResource } from '../admin-api/admin-deps.ts';
import { bookAuditsResource } from './ledger/book-audits-operator-routes.ts';
import { callsResource } from './calls/calls-operator-routes.ts';
import { codeBatchesResource } from './payments/codes/code-batches-operator-routes.ts';
import { creditsResource } from './ledger/credits-operator-routes.ts';
import { invoicesResource } from './invoicing/invoices-operator-routes.ts';
import { closingsResource } from './account-life/closings-operator-routes.ts';
import { contractDocumentsResource } from './requests/contract-documents-operator-routes.ts';
import { impersonationResource } from './people/impersonation-operator-routes.ts';
import { largestAccountsResource } from './tenants/accounts/largest-accounts-operator-routes.ts';
import { keysResource } from './tenants/keys/keys-operator-routes.ts';
import { mailsResource } from './notices/mails-operator-routes.ts';
import { maintenanceResource } from './site/maintenance-operator-routes.ts';
import { modelsResource } from './catalogue/models-operator-routes.ts';
import { operatorsResource } from './people/operators-operator-routes.ts';
import { overviewResource } from './site/overview-operator-routes.ts';
import { ordersResource } from './payments/orders/orders-operator-routes.ts';
import { paymentMethodsResource } from './payments/payment-methods-operator-routes.ts';
import { payoutsResource } from './payments/payouts/payouts-operator-routes.ts';
import { plansResource } from './tenants/plans/plans-operator-routes.ts';
import { pricesResource } from './catalogue/prices/prices-operator-routes.ts';
import { probesResource } from './news/status/probes-operator-routes.ts';
import { providerTestsResource } from './catalogue/providers/provider-tests-operator-routes.ts';
import { providersResource } from './catalogue/providers/providers-operator-routes.ts';
import { reportsResource } from './site/reports-operator-routes.ts';
import { serviceRequestsResource } from './requests/service-requests-operator-routes.ts';
import { robotsResource } from './notices/alarms/robots-operator-routes.ts';
import { siteSettingsResource } from './site/site-settings-operator-routes.ts';
import { subAccountsResource } from './tenants/sub-accounts/sub-accounts-operator-routes.ts';
import { trialCreditsResource } from './ledger/trials/trial-credits-operator-routes.ts';
import { usageResource } from './calls/usage/usage-operator-routes.ts';
import { verificationsResource } from './invoicing/verifications-operator-routes.ts';
import { workingYearsResource } from './invoicing/working-years-operator-routes.ts';

/** All resources of the admin API. */
export const adminResources: readonly AdminResource[] = [
  accountsResource,
  creditsResource,
  trialCreditsResource,
  ordersResource,
  codeBatchesResource,
  paymentMethodsResource,
  payoutsResource,
  subAccountsResource,
  largestAccountsResource,
  keysResource,
  plansResource,
  pricesResource,
  modelsResource,
  providersResource,
  providerTestsResource,
  callsResource,
  usageResource,
  invoicesResource,
  verificationsResource,
  workingYearsResource,
  mailsResource,
  reportsResource,
  operatorsResource,
  announcementsResource,
  incidentsResource,
  probesResource,
  maintenanceResource,
  siteSettingsResource,
  impersonationResource,
  closingsResource,
  serviceRequestsResource,
  contractDocumentsResource,
  overviewResource,
  bookAuditsResource,
  robotsResource,
];
