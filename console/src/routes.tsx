import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type AnyRoute,
} from '@tanstack/react-router';
import { consolePages, type ConsolePage } from '@tollgate/contract/site/pages';
import type { ComponentType } from 'react';
import { queryClient, whenSignedOut } from './api/http/query-client.ts';
import { sessionQuery } from './api/session.ts';
import NotFoundPage from './layouts/not-found-page.tsx';
import { PageFault } from './layouts/page-fault.tsx';
import { paths, withQuery } from './paths.ts';

/** Redirects people who may not open the page. */
type Guard = (given: { readonly location: { readonly href: string } }) => Promise<void> | undefined;
type Module = Promise<{ readonly default: ComponentType }>;

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFoundPage });

/** A frame around pages; it adds nothing to their URLs. */
function layout(id: string, load: () => Module, guard: Guard = () => undefined): AnyRoute {
  return createRoute({ getParentRoute: () => root as AnyRoute, id, component: lazyRouteComponent(load), beforeLoad: guard });
}

/** A page: its URL (`useAddressPart('name')` reads `$name`) and its file, loaded on the first visit. */
function page(parent: AnyRoute, path: ConsolePage, load: () => Module): AnyRoute {
  // If another page matches the rest of the path, which can be empty, this page matches the empty rest.
  const hasRest = consolePages.some((other) => other === `${path}/$`);
  return createRoute({ getParentRoute: () => parent, path: hasRest ? `${path}/` : path, component: lazyRouteComponent(load) });
}

/** Redirects an address that people try but that has no page. */
function shortFor(parent: AnyRoute, path: ConsolePage, href: string): AnyRoute {
  const lead = (): never => {
    // oxlint-disable-next-line typescript/only-throw-error -- the router's way to say it
    throw redirect({ href, replace: true });
  };
  return createRoute({ getParentRoute: () => parent, path, beforeLoad: lead });
}

async function needSession({ location }: Parameters<Guard>[0]): Promise<void> {
  const session = await queryClient.query({ ...sessionQuery, staleTime: 'static' });
  // oxlint-disable-next-line typescript/only-throw-error -- the router's way to say it
  if (session === null) throw redirect({ href: withQuery(paths.signIn, { next: location.href }) });
}

async function needOperator(given: Parameters<Guard>[0]): Promise<void> {
  await needSession(given);
  const session = await queryClient.query({ ...sessionQuery, staleTime: 'static' });
  // oxlint-disable-next-line typescript/only-throw-error -- the router's way to say it
  if (session?.operator === null) throw redirect({ href: paths.overview });
}

const open = layout('public', () => import('./layouts/public-layout.tsx'));
const account = layout('account', () => import('./layouts/account-layout.tsx'), needSession);
const operator = layout('operator', () => import('./layouts/operator-layout.tsx'), needOperator);

// The server serves the console only at the addresses in contract/src/site/pages.ts.
open.addChildren([
  page(open, '/', () => import('./pages/site/home/home-page.tsx')),
  page(open, '/pricing', () => import('./pages/catalogue/pricing/pricing-page.tsx')),
  page(open, '/pricing/$', () => import('./pages/catalogue/model/model-page.tsx')),
  page(open, '/docs', () => import('./pages/site/guides/docs-index-page.tsx')),
  page(open, '/docs/$', () => import('./pages/site/guides/docs-page.tsx')),
  shortFor(open, '/guides', paths.guides),
  page(open, '/guides/$topic', () => import('./pages/site/guides/guides-page.tsx')),
  page(open, '/status', () => import('./pages/news/status/status-page.tsx')),
  page(open, '/announcements', () => import('./pages/news/announcements/announcements-page.tsx')),
  page(open, '/announcements/$announcementId', () => import('./pages/news/announcements/announcement-page.tsx')),
  page(open, '/sign-in', () => import('./pages/people/sign-in/sign-in-page.tsx')),
  page(open, '/sign-up', () => import('./pages/people/sign-in/sign-up-page.tsx')),
  page(open, '/reset', () => import('./pages/people/sign-in/reset-page.tsx')),
  page(open, '/verify', () => import('./pages/people/sign-in/verify-page.tsx')),
  page(open, '/invite', () => import('./pages/people/sign-in/invite-page.tsx')),
  page(open, '/contact', () => import('./pages/people/sign-in/contact-page.tsx')),
  page(open, '/unsubscribe', () => import('./pages/people/sign-in/unsubscribe-page.tsx')),
  page(open, '/terms', () => import('./pages/site/legal/terms-page.tsx')),
  page(open, '/privacy', () => import('./pages/site/legal/privacy-page.tsx')),
  page(open, '/setup', () => import('./pages/people/sign-in/setup-page.tsx')),
]);
account.addChildren([
  page(account, '/calls', () => import('./pages/calls/calls/calls-page.tsx')),
  page(account, '/billing', () => import('./pages/ledger/billing/billing-page.tsx')),
  page(account, '/billing/top-up', () => import('./pages/payments/top-up/top-up-page.tsx')),
  page(account, '/billing/returns', () => import('./pages/payments/returns/returns-page.tsx')),
  page(account, '/billing/orders/$orderId', () => import('./pages/payments/order/order-page.tsx')),
  page(account, '/billing/statements/$month', () => import('./pages/ledger/statement/statement-page.tsx')),
  page(account, '/invoices', () => import('./pages/invoicing/invoices/invoices-page.tsx')),
  page(account, '/invoices/new', () => import('./pages/invoicing/invoices/new-invoice-page.tsx')),
  page(account, '/invoices/titles', () => import('./pages/invoicing/invoices/titles-page.tsx')),
  page(account, '/invoices/verification', () => import('./pages/invoicing/invoices/verification-page.tsx')),
  page(account, '/invoices/$invoiceId', () => import('./pages/invoicing/invoices/invoice-page.tsx')),
  page(account, '/inbox', () => import('./pages/notices/inbox/inbox-page.tsx')),
  page(account, '/inbox/alerts', () => import('./pages/notices/alerts/alerts-page.tsx')),
  page(account, '/security', () => import('./pages/people/security/security-page.tsx')),
  page(account, '/account', () => import('./pages/account-life/account/account-page.tsx')),
  page(account, '/usage', () => import('./pages/calls/usage/usage-page.tsx')),
  page(account, '/playground', () => import('./pages/catalogue/playground/playground-page.tsx')),
  page(account, '/overview', () => import('./pages/site/overview/overview-page.tsx')),
  page(account, '/keys', () => import('./pages/tenants/keys/keys-page.tsx')),
  page(account, '/keys/$keyId', () => import('./pages/tenants/keys/key-page.tsx')),
  page(account, '/sub-accounts', () => import('./pages/tenants/sub-accounts/sub-accounts-page.tsx')),
  page(account, '/sub-accounts/$subAccountId', () => import('./pages/tenants/sub-accounts/sub-account-page.tsx')),
  page(account, '/dedicated', () => import('./pages/requests/dedicated/dedicated-page.tsx')),
  page(account, '/team', () => import('./pages/people/team/team-page.tsx')),
  page(account, '/more', () => import('./layouts/more-page.tsx')),
]);
operator.addChildren([
  page(operator, '/operator', () => import('./pages/site/operator-overview/operator-overview-page.tsx')),
  page(operator, '/operator/accounts', () => import('./pages/tenants/operator-accounts/operator-accounts-page.tsx')),
  page(operator, '/operator/accounts/$accountId', () => import('./pages/tenants/operator-accounts/operator-account-page.tsx')),
  page(operator, '/operator/providers', () => import('./pages/catalogue/operator-providers/operator-providers-page.tsx')),
  page(
    operator,
    '/operator/providers/$providerId',
    () => import('./pages/catalogue/operator-provider/operator-provider-page.tsx'),
  ),
  page(operator, '/operator/alarms', () => import('./pages/notices/operator-alarms/operator-alarms-page.tsx')),
  page(operator, '/operator/audit', () => import('./pages/ledger/operator-audit/operator-audit-page.tsx')),
  page(operator, '/operator/invoices', () => import('./pages/invoicing/operator-invoices/operator-invoices-page.tsx')),
  page(operator, '/operator/verifications', () => import('./pages/invoicing/operator-invoices/operator-verifications-page.tsx')),
  page(operator, '/operator/mails', () => import('./pages/notices/operator-mails/operator-mails-page.tsx')),
  page(operator, '/operator/models', () => import('./pages/catalogue/operator-models/operator-models-page.tsx')),
  page(operator, '/operator/models/$', () => import('./pages/catalogue/operator-model/operator-model-page.tsx')),
  page(operator, '/operator/route-simulator', () => import('./pages/catalogue/operator-simulator/operator-simulator-page.tsx')),
  page(operator, '/operator/plans', () => import('./pages/tenants/operator-plans/operator-plans-page.tsx')),
  page(operator, '/operator/requests', () => import('./pages/requests/operator-requests/operator-requests-page.tsx')),
  page(operator, '/operator/top-ups', () => import('./pages/payments/operator-top-ups/operator-top-ups-page.tsx')),
  page(operator, '/operator/closings', () => import('./pages/account-life/operator-closings/operator-closings-page.tsx')),
  page(operator, '/operator/returns', () => import('./pages/payments/operator-returns/operator-returns-page.tsx')),
  page(operator, '/operator/codes', () => import('./pages/payments/operator-codes/operator-codes-page.tsx')),
  page(
    operator,
    '/operator/payment-methods',
    () => import('./pages/payments/operator-payment-methods/operator-payment-methods-page.tsx'),
  ),
  page(operator, '/operator/settings', () => import('./pages/site/operator-settings/operator-settings-page.tsx')),
  page(operator, '/operator/calls', () => import('./pages/calls/calls/operator-calls-page.tsx')),
  page(operator, '/operator/status', () => import('./pages/news/operator-status/operator-status-page.tsx')),
  page(operator, '/operator/announcements', () => import('./pages/news/operator-announcements/operator-announcements-page.tsx')),
  page(operator, '/operator/more', () => import('./layouts/more-page.tsx')),
]);

export const router = createRouter({
  routeTree: root.addChildren([open, account, operator]),
  defaultErrorComponent: PageFault,
  defaultPreload: 'intent',
  scrollRestoration: true,
  // Keeps URL parameters as plain strings, as useAddressState expects.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (chosen) => {
    const text = new URLSearchParams(chosen as Record<string, string>).toString();
    return text === '' ? '' : `?${text}`;
  },
});

let isLeaving = false;

/** If the session ended elsewhere, leads to sign-in and back. */
whenSignedOut(() => {
  const { matches, location } = router.state;
  if (isLeaving || !matches.some(({ routeId }) => routeId === account.id || routeId === operator.id)) return;
  isLeaving = true;
  void router.navigate({ href: withQuery(paths.signIn, { next: location.href }), replace: true }).finally(() => {
    queryClient.clear();
    isLeaving = false;
  });
});
