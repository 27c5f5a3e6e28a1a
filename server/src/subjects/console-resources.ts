import { alertsResource } from './notices/alerts-console-routes.ts';
import { accountChangesResource } from './site/account-changes-console-routes.ts';
import { accountDataResource } from './account-life/account-data-console-routes.ts';
import { autoTopUpResource } from './payments/cards/auto-top-up-console-routes.ts';
import { accountResource } from './tenants/accounts/account-console-routes.ts';
import { billingResource } from './ledger/billing-console-routes.ts';
import { callsResource } from './calls/calls-console-routes.ts';
import { closingResource } from './account-life/closing-console-routes.ts';
import type { ConsoleResource } from '../console-api/console-deps.ts';
import { invitationsResource } from './people/invitations-console-routes.ts';
import { invoicesResource } from './invoicing/invoices-console-routes.ts';
import { invoiceTitlesResource } from './invoicing/invoice-titles-console-routes.ts';
import { keysResource } from './tenants/keys/keys-console-routes.ts';
import { membersResource } from './people/members-console-routes.ts';
import { exportsResource } from './calls/exports/exports-console-routes.ts';
import { modelsResource } from './catalogue/models-console-routes.ts';
import { newsMailResource } from './news/news-mail-console-routes.ts';
import { noticesResource } from './notices/notices-console-routes.ts';
import { ordersResource } from './payments/orders/orders-console-routes.ts';
import { payoutsResource } from './payments/payouts/payouts-console-routes.ts';
import { playgroundResource } from './tenants/keys/playground-console-routes.ts';
import { redemptionsResource } from './payments/codes/redemptions-console-routes.ts';
import { sessionResource } from './people/session-console-routes.ts';
import { serviceRequestsResource } from './requests/service-requests-console-routes.ts';
import { siteResource } from './site/site-console-routes.ts';
import { statementsResource } from './ledger/statements/statements-console-routes.ts';
import { subAccountsResource } from './tenants/sub-accounts/sub-accounts-console-routes.ts';
import { usageResource } from './calls/usage/usage-console-routes.ts';
import { verificationResource } from './invoicing/verification-console-routes.ts';

/** All resources of the console API. */
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
