/** The URLs of the pages, used by all links; excludes the gateway's own addresses. */
const part = encodeURIComponent;

/** Keeps the slashes in a model name. */
const modelPart = (name: string): string => name.split('/').map(part).join('/');

type Query = Readonly<Record<string, string | undefined>>;

/** Adds parameters to a URL; undefined ones are omitted. */
export function withQuery(path: string, query: Query): string {
  const chosen = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  const text = new URLSearchParams(chosen).toString();
  return text === '' ? path : `${path}?${text}`;
}

export const paths = {
  home: '/',
  pricing: '/pricing',
  pricingOf: (model: string) => `/pricing/${modelPart(model)}`,
  guides: '/guides/quick-start',
  guide: (topic: string, anchor?: string) => `/guides/${part(topic)}${anchor === undefined ? '' : `#${anchor}`}`,
  docs: '/docs',
  doc: (page: string) => `/docs/${page}`,
  status: '/status',
  announcements: '/announcements',
  announcement: (id: string) => `/announcements/${part(id)}`,
  signIn: '/sign-in',
  signUp: '/sign-up',
  reset: '/reset',
  verify: '/verify',
  setup: '/setup',
  terms: '/terms',
  privacy: '/privacy',
  invite: '/invite',

  overview: '/overview',
  keys: '/keys',
  createKey: (preset?: string) => withQuery('/keys', { create: preset ?? 'test' }),
  key: (id: string) => `/keys/${part(id)}`,
  subAccounts: '/sub-accounts',
  subAccount: (id: string) => `/sub-accounts/${part(id)}`,
  playground: '/playground',
  calls: (query: Query = {}) => withQuery('/calls', query),
  call: (id: string) => withQuery('/calls', { call: id }),
  usage: (query: Query = {}) => withQuery('/usage', query),
  billing: '/billing',
  topUp: '/billing/top-up',
  returns: (query: Query = {}) => withQuery('/billing/returns', query),
  order: (id: string) => `/billing/orders/${part(id)}`,
  statement: (month: string) => `/billing/statements/${part(month)}`,
  invoices: '/invoices',
  newInvoice: '/invoices/new',
  invoice: (id: string) => `/invoices/${part(id)}`,
  invoiceTitles: '/invoices/titles',
  newInvoiceTitle: '/invoices/titles?edit=new',
  verification: '/invoices/verification',
  inbox: '/inbox',
  alerts: '/inbox/alerts',
  team: '/team',
  security: '/security',
  account: '/account',
  dedicated: '/dedicated',
  more: '/more',

  operator: '/operator',
  operatorAccounts: '/operator/accounts',
  operatorAccount: (id: string) => `/operator/accounts/${part(id)}`,
  operatorCalls: (query: Query = {}) => withQuery('/operator/calls', query),
  operatorProviders: '/operator/providers',
  operatorProvider: (id: string, query: Query = {}) => withQuery(`/operator/providers/${part(id)}`, query),
  operatorAlarms: '/operator/alarms',
  operatorAudit: '/operator/audit',
  operatorMails: (query: Query = {}) => withQuery('/operator/mails', query),
  operatorModels: (query: Query = {}) => withQuery('/operator/models', query),
  operatorModel: (name: string, query: Query = {}) => withQuery(`/operator/models/${modelPart(name)}`, query),
  operatorSimulator: (query: Query = {}) => withQuery('/operator/route-simulator', query),
  operatorPlans: '/operator/plans',
  operatorRequests: '/operator/requests',
  operatorInvoices: '/operator/invoices',
  operatorVerifications: '/operator/verifications',
  operatorClosings: '/operator/closings',
  operatorReturns: (query: Query = {}) => withQuery('/operator/returns', query),
  operatorTopUps: (query: Query = {}) => withQuery('/operator/top-ups', query),
  operatorCodes: '/operator/codes',
  operatorPaymentMethods: '/operator/payment-methods',
  operatorSettings: '/operator/settings',
  operatorStatus: '/operator/status',
  operatorAnnouncements: '/operator/announcements',
  operatorMore: '/operator/more',

  reference: '/docs/api',
} as const;
