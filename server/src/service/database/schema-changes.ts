import { alertsSchema } from '../../subjects/notices/alerts-schema.ts';
import { alarmsSchema } from '../../subjects/notices/alarms/alarms-schema.ts';
import { auditLogSchema } from '../../storage/steps/audit-log-schema.ts';
import { billingSchema } from '../../subjects/ledger/billing-schema.ts';
import { bookAuditsSchema } from '../../subjects/ledger/book-audits-schema.ts';
import { cancelledTasksSchema } from '../../storage/steps/cancelled-tasks-schema.ts';
import { changeCountsSchema } from '../../storage/steps/change-counts-schema.ts';
import { contractsSchema } from '../../subjects/requests/contracts-schema.ts';
import { creditsSchema } from '../../subjects/ledger/credits-schema.ts';
import { errorsSchema } from '../../subjects/notices/alarms/errors-schema.ts';
import { supplyChanges } from './supply-changes.ts';
import { gatewayMigrations, misreadMigrations } from '../../storage/steps/gateway-migrations.ts';
import type { SchemaChange } from '../../storage/schema-change.ts';
import { invoicesSchema } from '../../subjects/invoicing/invoices-schema.ts';
import { exportSchema } from '../../subjects/calls/exports/exports-schema.ts';
import { mailSchema } from '../../storage/steps/mail-schema.ts';
import { agedRowsSchema } from '../../storage/steps/aged-rows-schema.ts';
import {
  accountClosingsSchema,
  accountDataSchema,
  frozenAccountsSchema,
} from '../../subjects/account-life/account-life-schema.ts';
import { accountNoticesSchema } from '../../storage/steps/notices-schema.ts';
import { invitationsSchema, membersSchema, operatorsSchema } from '../../subjects/people/people-schema.ts';
import { grantedTrialsSchema, trialClaimsSchema } from '../../subjects/ledger/trials/trials-schema.ts';
import { subAccountCapsSchema } from '../../subjects/tenants/sub-accounts/sub-accounts-schema.ts';
import { statusProbesSchema, statusRoutesSchema, statusSchema } from '../../subjects/news/status/status-schema.ts';
import { newsMailsSchema, newsSchema } from '../../subjects/news/news-schema.ts';
import { impersonationsSchema } from '../../subjects/people/impersonations-schema.ts';
import { isolationSchema } from '../../subjects/catalogue/isolation-schema.ts';
import { requestsSchema } from '../../subjects/requests/requests-schema.ts';
import { disputesSchema } from '../../subjects/payments/payouts/disputes-schema.ts';
import { onceSchema } from '../../storage/steps/once-schema.ts';
import { ordersSchema } from '../../subjects/payments/orders/orders-schema.ts';
import { autoTopUpSchema } from '../../subjects/payments/cards/auto-top-up-schema.ts';
import { payoutsSchema } from '../../subjects/payments/payouts/payouts-schema.ts';
import { payerSchema } from '../../subjects/payments/orders/payer-schema.ts';
import { statementsSchema } from '../../subjects/ledger/statements/statements-schema.ts';

/** Every schema change, in order; each runs once, in its own transaction. Append new ones, and never edit a released one. */
export const schemaChanges: readonly SchemaChange[] = [
  ...gatewayMigrations,
  {
    name: 'members of accounts',
    ids: { sqlite: 18, postgres: 18 },
    worksFrom: 7,
    sql: membersSchema,
  },
  {
    name: 'mails that leave',
    ids: { sqlite: 19, postgres: 19 },
    worksFrom: 7,
    sql: mailSchema,
  },
  {
    name: 'trial credits of those who sign up',
    ids: { sqlite: 20, postgres: 20 },
    worksFrom: 7,
    sql: trialClaimsSchema,
  },
  {
    name: 'operators who sign in',
    ids: { sqlite: 21, postgres: 21 },
    worksFrom: 7,
    sql: operatorsSchema,
  },
  {
    name: 'caps of sub-accounts',
    ids: { sqlite: 22, postgres: misreadMigrations.caps },
    worksFrom: 7,
    sql: subAccountCapsSchema,
  },
  {
    name: 'invitations to accounts',
    ids: { sqlite: 23, postgres: 23 },
    worksFrom: 7,
    sql: invitationsSchema,
  },
  {
    name: 'files of the call log',
    ids: { sqlite: 24, postgres: 24 },
    worksFrom: 7,
    sql: exportSchema,
  },
  {
    name: 'requests that are carried out once',
    ids: { sqlite: 25, postgres: 25 },
    worksFrom: 7,
    sql: onceSchema,
  },
  {
    name: 'messages of any kind to accounts',
    ids: { sqlite: 26, postgres: 26 },
    // An older node shows the text of these messages, and leaves their mails to other nodes.
    worksFrom: 7,
    sql: accountNoticesSchema,
  },
  {
    name: 'monthly statements',
    ids: { sqlite: 27, postgres: 27 },
    worksFrom: 7,
    sql: statementsSchema,
  },
  {
    name: 'what accounts wish to be told of their money',
    ids: { sqlite: 28, postgres: 28 },
    worksFrom: 7,
    sql: billingSchema,
  },
  {
    name: 'alarms to operators',
    ids: { sqlite: 29, postgres: 29 },
    worksFrom: 7,
    sql: alarmsSchema,
  },
  {
    name: 'announcements',
    ids: { sqlite: 30, postgres: 30 },
    worksFrom: 7,
    sql: newsSchema,
  },
  {
    name: 'requests for dedicated channels and deployments',
    ids: { sqlite: 31, postgres: 31 },
    worksFrom: 7,
    sql: requestsSchema,
  },
  {
    name: 'orders and redemption codes',
    ids: { sqlite: 32, postgres: 32 },
    worksFrom: 7,
    sql: ordersSchema,
  },
  {
    name: 'invoices',
    ids: { sqlite: 33, postgres: 33 },
    worksFrom: 7,
    sql: invoicesSchema,
  },
  {
    name: 'upstreams of single accounts',
    ids: { sqlite: 34, postgres: misreadMigrations.isolation },
    worksFrom: 7,
    sql: isolationSchema,
  },
  {
    name: 'alerts that accounts choose, and webhooks',
    ids: { sqlite: 35, postgres: 35 },
    worksFrom: 7,
    sql: alertsSchema,
  },
  {
    name: 'availability of models and incidents',
    ids: { sqlite: 36, postgres: 36 },
    worksFrom: 7,
    sql: statusSchema,
  },
  {
    name: 'operators who look at accounts',
    ids: { sqlite: 37, postgres: 37 },
    worksFrom: 7,
    sql: impersonationsSchema,
  },
  {
    name: 'episodes of failing calls, and answers to webhooks',
    ids: { sqlite: 38, postgres: 38 },
    worksFrom: 7,
    sql: errorsSchema,
  },
  {
    name: 'files of everything about an account',
    ids: { sqlite: 39, postgres: 39 },
    worksFrom: 7,
    sql: accountDataSchema,
  },
  {
    name: 'mails of announcements',
    ids: { sqlite: 40, postgres: 40 },
    worksFrom: 7,
    sql: newsMailsSchema,
  },
  {
    name: 'payouts',
    ids: { sqlite: 41, postgres: 41 },
    worksFrom: 7,
    sql: payoutsSchema,
  },
  {
    name: 'payers that are not who accounts are verified to be',
    ids: { sqlite: 42, postgres: 42 },
    worksFrom: 7,
    sql: payerSchema,
  },
  {
    name: 'audits of the books',
    ids: { sqlite: 43, postgres: 43 },
    worksFrom: 7,
    sql: bookAuditsSchema,
  },
  {
    name: 'availability of routes',
    ids: { sqlite: 44, postgres: 44 },
    worksFrom: 7,
    sql: statusRoutesSchema,
  },
  {
    name: 'accounts that are closed',
    ids: { sqlite: 45, postgres: 45 },
    worksFrom: 7,
    sql: accountClosingsSchema,
  },
  {
    name: 'probes of models',
    ids: { sqlite: 46, postgres: 46 },
    worksFrom: 7,
    sql: statusProbesSchema,
  },
  {
    name: 'files of contracts, numbers of invoices, contact addresses to be proved',
    ids: { sqlite: 47, postgres: 47 },
    worksFrom: 7,
    sql: contractsSchema,
  },
  {
    name: 'automatic top-ups',
    ids: { sqlite: 48, postgres: 48 },
    worksFrom: 7,
    sql: autoTopUpSchema,
  },
  {
    name: 'credits of accounts by themselves',
    ids: { sqlite: 49, postgres: 49 },
    worksFrom: 7,
    sql: creditsSchema,
  },
  {
    name: 'worth of cancelled tasks',
    ids: { sqlite: 50, postgres: 50 },
    worksFrom: 7,
    sql: cancelledTasksSchema,
  },
  {
    name: 'trial credits that were granted, by mailbox',
    ids: { sqlite: 51, postgres: 51 },
    worksFrom: 7,
    sql: grantedTrialsSchema,
  },
  {
    name: 'entries of the log of changes by account, linked by digests',
    ids: { sqlite: 52, postgres: misreadMigrations.digests },
    worksFrom: 7,
    sql: auditLogSchema,
  },
  {
    name: 'changes of people and accounts, counted',
    ids: { sqlite: 53, postgres: 53 },
    worksFrom: 7,
    sql: changeCountsSchema,
  },
  {
    name: 'disputes of payments',
    ids: { sqlite: 54, postgres: 54 },
    worksFrom: 7,
    sql: disputesSchema,
  },
  {
    name: 'why accounts are frozen',
    ids: { sqlite: 55, postgres: 55 },
    worksFrom: 7,
    sql: frozenAccountsSchema,
  },
  {
    name: 'ages of messages, idempotency keys and invitations',
    ids: { sqlite: 56, postgres: 56 },
    worksFrom: 7,
    sql: agedRowsSchema,
  },
  {
    name: 'sums of files by use',
    ids: { sqlite: 57, postgres: 57 },
    worksFrom: 7,
    // Sums are read from this index alone: files of calls have a key, records have none.
    sql: () => 'drop index objects_by_account; create index objects_by_use on objects (account_id, key_id, bytes);',
  },
  ...supplyChanges,
];
