import { createAlertSettingsStore } from '../subjects/notices/alert-settings-store.ts';
import { createWebhooksStore } from '../subjects/notices/webhooks-store.ts';
import { createWebhookDeliveriesStore } from '../subjects/notices/webhook-deliveries-store.ts';
import { createSecretBox } from '../platform/secret-box.ts';
import type { Engine } from '../storage/engine.ts';
import type { ChangeLimits } from '../storage/change-counts.ts';
import { rightGuarded } from '../storage/right-guard.ts';
import { createIncidentsStore } from '../subjects/news/status/incidents-store.ts';
import { createProbesStore } from '../subjects/news/status/probes-store.ts';
import { createRouteStatusReader } from '../subjects/news/status/route-status-store.ts';
import { createStatusReader } from '../subjects/news/status/status-store.ts';
import { createAnnouncementsStore } from '../subjects/news/announcements-store.ts';
import { createNewsMailingsStore } from '../subjects/news/news-mailings-store.ts';
import { createNewsRefusalsStore } from '../subjects/news/news-refusals-store.ts';
import { createAccountsStore } from '../subjects/tenants/accounts/accounts-store.ts';
import { createBillingStore } from '../subjects/ledger/billing-store.ts';
import { createAlarmDeliveriesStore } from '../subjects/notices/alarms/alarm-deliveries-store.ts';
import { createRobotsStore } from '../subjects/notices/alarms/robots-store.ts';
import { createAlarmLogStore } from '../subjects/notices/alarms/alarm-log-store.ts';
import { createCallsStore } from '../subjects/calls/calls-store.ts';
import { createCatalogStore } from '../subjects/catalogue/catalog-store.ts';
import { createCatalogWriter } from '../subjects/catalogue/catalog-writer-store.ts';
import { createDirectoryStore } from '../subjects/tenants/accounts/directory-store.ts';
import { createDueNoticesStore } from '../subjects/notices/due-notices-store.ts';
import { createAccountDataStore, createExportsStore } from '../subjects/calls/exports/exports-store.ts';
import { createFiguresStore } from '../storage/stores/figures-store.ts';
import { createInvoicesStore } from '../subjects/invoicing/invoices-store.ts';
import { createInvoiceTitlesStore } from '../subjects/invoicing/invoice-titles-store.ts';
import { createBookAuditsStore } from '../subjects/ledger/book-audits-store.ts';
import { createImpersonationsStore } from '../subjects/people/impersonations-store.ts';
import { createHeldNounsStore } from '../storage/stores/held-nouns-store.ts';
import { createKeptBytesStore } from '../subjects/tenants/accounts/kept-bytes-store.ts';
import { createKeysStore } from '../subjects/tenants/keys/keys-store.ts';
import { createLedgerStore } from '../subjects/ledger/ledger-store.ts';
import { createMembersStore } from '../subjects/people/members-store.ts';
import { createMailOutboxStore, type MailOutboxOptions } from '../storage/stores/mail-outbox-store.ts';
import { createMailsStore } from '../subjects/notices/mails-store.ts';
import { createNoticesStore } from '../subjects/notices/notices-store.ts';
import { createObjectsIndexStore } from '../storage/stores/objects-index-store.ts';
import { createOnceStore } from '../storage/stores/once-store.ts';
import { createOperatorsStore } from '../subjects/people/operators-store.ts';
import { createOverviewStore } from '../subjects/site/overview-store.ts';
import { createClosingsStore } from '../subjects/account-life/closings-store.ts';
import { createDisputesStore } from '../subjects/payments/payouts/disputes-store.ts';
import { createCodesStore } from '../subjects/payments/codes/codes-store.ts';
import { createAutoTopUpsStore } from '../subjects/payments/cards/auto-top-ups-store.ts';
import { createSavedCardsStore } from '../subjects/payments/cards/saved-cards-store.ts';
import { createOrdersStore } from '../subjects/payments/orders/orders-store.ts';
import { createPaymentMethodsStore } from '../subjects/payments/payment-methods-store.ts';
import { createPayoutsStore } from '../subjects/payments/payouts/payouts-store.ts';
import { createPlansStore } from '../subjects/tenants/plans/plans-store.ts';
import { createSignUpsStore } from '../subjects/people/sign-ups-store.ts';
import { createAuditLogStore } from '../storage/stores/audit-log-store.ts';
import { createReportsStore } from '../subjects/calls/usage/reports-store.ts';
import { createContactProofsStore } from '../subjects/tenants/accounts/contact-proofs-store.ts';
import { createContractDocumentsStore } from '../subjects/requests/contract-documents-store.ts';
import { createRequestsStore } from '../subjects/requests/requests-store.ts';
import { createSettingsStore } from '../storage/stores/settings-store.ts';
import { createSiteSettingsStore } from '../subjects/site/site-settings-store.ts';
import { createStatementsStore } from '../subjects/ledger/statements/statements-store.ts';
import { createTakingsStore } from '../storage/stores/takings-store.ts';
import { createTrialClaimsStore } from '../subjects/ledger/trials/trial-claims-store.ts';
import { createVerificationsStore } from '../subjects/invoicing/verifications-store.ts';
import { createWorkingYearsStore } from '../subjects/invoicing/working-years-store.ts';
import { createSubAccountsStore } from '../subjects/tenants/sub-accounts/sub-accounts-store.ts';

/**
 * The stores through which the product reads and writes the database, by subject.
 * @param secret seals confidential data at rest.
 * @param changeLimits `null` for no limit.
 */
export function createStores(
  unguarded: Engine,
  secret: string,
  mail: Omit<MailOutboxOptions, 'box'>,
  changeLimits: ChangeLimits | null = null,
) {
  const engine = rightGuarded(unguarded, { clock: mail.clock, limits: changeLimits });
  const box = createSecretBox(secret);
  const { attempts, statements } = createMailOutboxStore(engine, { ...mail, box });
  return {
    plans: createPlansStore(engine),
    accounts: createAccountsStore(engine),
    signUps: createSignUpsStore(engine),
    subAccounts: createSubAccountsStore(engine),
    directory: createDirectoryStore(engine),
    keys: createKeysStore(engine),
    heldNouns: createHeldNounsStore(engine),
    keptBytes: createKeptBytesStore(engine),
    ledger: createLedgerStore(engine),
    catalog: createCatalogWriter(engine, box),
    notices: createNoticesStore(engine),
    members: createMembersStore(engine, statements),
    trialClaims: createTrialClaimsStore(engine, statements),
    operators: createOperatorsStore(engine),
    once: createOnceStore(engine),
    announcements: createAnnouncementsStore(engine, mail.clock),
    newsRefusals: createNewsRefusalsStore(engine),
    newsMailings: createNewsMailingsStore(engine, statements),
    orders: createOrdersStore(engine, mail.clock),
    autoTopUps: createAutoTopUpsStore(engine, mail.clock, box),
    savedCards: createSavedCardsStore(engine, mail.clock, box),
    payouts: createPayoutsStore(engine, mail.clock),
    disputes: createDisputesStore(engine),
    codes: createCodesStore(engine, mail.clock),
    paymentMethods: createPaymentMethodsStore(engine, box),
    incidents: createIncidentsStore(engine),
    status: createStatusReader(engine),
    probes: createProbesStore(engine),
    routeStatus: createRouteStatusReader(engine),
    reports: createReportsStore(engine),
    auditLog: createAuditLogStore(engine),
    catalogStore: createCatalogStore(engine, box),
    calls: createCallsStore(engine),
    figures: createFiguresStore(engine),
    takings: createTakingsStore(engine),
    settings: createSettingsStore(engine),
    overview: createOverviewStore(engine),
    requests: createRequestsStore(engine, statements),
    contractDocuments: createContractDocumentsStore(engine),
    contactProofs: createContactProofsStore(engine, statements),
    impersonations: createImpersonationsStore(engine),
    bookAudits: createBookAuditsStore(engine, mail.clock),
    siteSettings: createSiteSettingsStore(engine),
    objects: createObjectsIndexStore(engine),
    alertSettings: createAlertSettingsStore(engine),
    webhooks: createWebhooksStore(engine, { ...mail, box }),
    webhookDeliveries: createWebhookDeliveriesStore(engine, { ...mail, box }),
    alarmLog: createAlarmLogStore(engine, mail),
    alarmDeliveries: createAlarmDeliveriesStore(engine, { ...mail, box }),
    robots: createRobotsStore(engine, { ...mail, box }),
    mails: createMailsStore(engine, { ...mail, box }),
    mailAttempts: attempts,
    mailStatements: statements,
    exports: createExportsStore(engine, mail.clock),
    accountData: createAccountDataStore(engine, mail.clock),
    statements: createStatementsStore(engine),
    billing: createBillingStore(engine),
    invoicing: {
      titles: createInvoiceTitlesStore(engine),
      verifications: createVerificationsStore(engine, statements),
      invoices: createInvoicesStore(engine, statements),
      workingYears: createWorkingYearsStore(engine),
    },
    closings: createClosingsStore(engine, statements),
    dueNotices: createDueNoticesStore(engine, statements),
  };
}

export type Stores = ReturnType<typeof createStores>;
