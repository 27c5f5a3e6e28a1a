import { incidentsResource } from './incidents.ts';
import { announcementsResource } from './announcements.ts';
import { accountsResource } from './accounts.ts';
import type { AdminResource } from './admin-deps.ts';
import { bookAuditsResource } from './book-audits.ts';
import { callsResource } from './calls.ts';
import { codeBatchesResource } from './code-batches.ts';
import { creditsResource } from './credits.ts';
import { invoicesResource } from './invoices.ts';
import { closingsResource } from './closings.ts';
import { contractDocumentsResource } from './contract-documents.ts';
import { impersonationResource } from './impersonation.ts';
import { largestAccountsResource } from './largest-accounts.ts';
import { keysResource } from './keys.ts';
import { mailsResource } from './mails.ts';
import { maintenanceResource } from './maintenance.ts';
import { modelsResource } from './models.ts';
import { operatorsResource } from './operators.ts';
import { overviewResource } from './overview.ts';
import { ordersResource } from './orders.ts';
import { paymentMethodsResource } from './payment-methods.ts';
import { payoutsResource } from './payouts.ts';
import { plansResource } from './plans.ts';
import { pricesResource } from './prices.ts';
import { probesResource } from './probes.ts';
import { providerTestsResource } from './provider-tests.ts';
import { providersResource } from './providers.ts';
import { reportsResource } from './reports.ts';
import { serviceRequestsResource } from './service-requests.ts';
import { robotsResource } from './robots.ts';
import { siteSettingsResource } from './site-settings.ts';
import { subAccountsResource } from './sub-accounts.ts';
import { trialCreditsResource } from './trial-credits.ts';
import { usageResource } from './usage.ts';
import { verificationsResource } from './verifications.ts';
import { workingYearsResource } from './working-years.ts';

/** Every kind of record that the administrator interface serves. */
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
