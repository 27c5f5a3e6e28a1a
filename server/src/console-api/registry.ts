import { alertsResource } from './alerts.ts';
import { accountChangesResource } from './account-changes.ts';
import { accountDataResource } from './account-data.ts';
import { autoTopUpResource } from './auto-top-up.ts';
import { accountResource } from './account.ts';
import { billingResource } from './billing.ts';
import { callsResource } from './calls.ts';
import { closingResource } from './closing.ts';
import type { ConsoleResource } from './console-deps.ts';
import { invitationsResource } from './invitations.ts';
import { invoicesResource } from './invoices.ts';
import { invoiceTitlesResource } from './invoice-titles.ts';
import { keysResource } from './keys.ts';
import { membersResource } from './members.ts';
import { exportsResource } from './exports.ts';
import { modelsResource } from './models.ts';
import { newsMailResource } from './news-mail.ts';
import { noticesResource } from './notices.ts';
import { ordersResource } from './orders.ts';
import { payoutsResource } from './payouts.ts';
import { playgroundResource } from './playground.ts';
import { redemptionsResource } from './redemptions.ts';
import { sessionResource } from './session.ts';
import { serviceRequestsResource } from './service-requests.ts';
import { siteResource } from './site.ts';
import { statementsResource } from './statements.ts';
import { subAccountsResource } from './sub-accounts.ts';
import { usageResource } from './usage.ts';
import { verificationResource } from './verification.ts';

/** Every kind of record that the console's interface serves. */
export const consoleResources: readonly ConsoleResource[] = [
  sessionResource,
  siteResource,
  serviceRequestsResource,
  accountResource,
  accountDataResource,
  closingResource,
  accountChangesResource,
  membersResource,
  invitationsResource,
  keysResource,
  billingResource,
  statementsResource,
  subAccountsResource,
  callsResource,
  exportsResource,
  modelsResource,
  noticesResource,
  ordersResource,
  autoTopUpResource,
  redemptionsResource,
  payoutsResource,
  playgroundResource,
  usageResource,
  invoicesResource,
  invoiceTitlesResource,
  verificationResource,
  alertsResource,
  newsMailResource,
];
