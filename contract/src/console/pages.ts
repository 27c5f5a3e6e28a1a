/**
 * The addresses of the console's pages, for whoever shows them and whoever serves them. `$name` is one part of an address, a last
 * `$` all the rest. None begins like an address of the gateway, which answers its routes bare, too.
 */
export const consolePages = [
  '/',
  '/pricing',
  '/pricing/$',
  '/guides/$topic',
  '/status',
  '/announcements',
  '/announcements/$announcementId',
  '/sign-in',
  '/sign-up',
  '/reset',
  '/verify',
  '/setup',
  '/invite',
  '/terms',
  '/privacy',
  '/overview',
  '/keys',
  '/keys/$keyId',
  '/sub-accounts',
  '/sub-accounts/$subAccountId',
  '/playground',
  '/calls',
  '/usage',
  '/billing',
  '/billing/top-up',
  '/billing/orders/$orderId',
  '/billing/statements/$month',
  '/invoices',
  '/invoices/new',
  '/invoices/titles',
  '/invoices/verification',
  '/invoices/$invoiceId',
  '/inbox',
  '/team',
  '/security',
  '/dedicated',
  '/more',
  '/operator',
  '/operator/accounts',
  '/operator/accounts/$accountId',
  '/operator/calls',
  '/operator/audit',
  '/operator/requests',
  '/operator/invoices',
  '/operator/verifications',
  '/operator/top-ups',
  '/operator/codes',
  '/operator/payment-methods',
  '/operator/settings',
  '/operator/announcements',
  '/operator/more',
] as const;

export type ConsolePage = (typeof consolePages)[number];

/** What the addresses of pages begin with: `keys`, `operator`. */
export const consoleSections: readonly string[] = [
  ...new Set(consolePages.map((path) => path.split('/')[1] ?? '').filter((section) => section !== '')),
];
