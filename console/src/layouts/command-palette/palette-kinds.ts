import type { QueryClient } from '@tanstack/react-query';
import { cataloguePaths } from '@tollgate/contract/catalogue/console-paths';
import type { PublicModelAnswer } from '@tollgate/contract/catalogue/shown-models';
import type { InvoiceRowAnswer } from '@tollgate/contract/invoicing/console-invoices';
import { invoicingPaths } from '@tollgate/contract/invoicing/console-paths';
import type { AdminInvoiceRow } from '@tollgate/contract/invoicing/operator-invoices';
import { operatorInvoicingPaths } from '@tollgate/contract/invoicing/operator-paths';
import type { OrderRow } from '@tollgate/contract/payments/console-orders';
import { paymentsPaths } from '@tollgate/contract/payments/console-paths';
import type { AdminOrderRow } from '@tollgate/contract/payments/operator-orders';
import { operatorPaymentsPaths } from '@tollgate/contract/payments/operator-paths';
import { peoplePaths } from '@tollgate/contract/people/console-paths';
import { hasRight } from '@tollgate/contract/people/rights';
import type { RoutePath } from '@tollgate/contract/route';
import { tenantsPaths } from '@tollgate/contract/tenants/console-paths';
import type { AccountAnswer } from '@tollgate/contract/tenants/operator-accounts';
import { operatorTenantsPaths } from '@tollgate/contract/tenants/operator-paths';
import { invoicingApi } from '../../api/clients/invoicing.ts';
import { operatorInvoicingApi } from '../../api/clients/operator-invoicing.ts';
import { operatorPaymentsApi } from '../../api/clients/operator-payments.ts';
import { operatorTenantsApi } from '../../api/clients/operator-tenants.ts';
import { paymentsApi } from '../../api/clients/payments.ts';
import { tenantsApi } from '../../api/clients/tenants.ts';
import type { OwnKey } from '../../api/keys.ts';
import { membersQuery, type Member } from '../../api/members.ts';
import { modelsQuery } from '../../api/models.ts';
import type { AccountOfSession, OperatorRole } from '../../api/session.ts';
import { subAccountsQuery, type OwnSubAccount } from '../../api/sub-accounts.ts';
import { moneyText } from '../../components/money/money-text.ts';
import { paths, withQuery } from '../../paths.ts';
import type { IconName } from '../../ui/pictures/icon.tsx';
import type { PaletteWords } from './palette-words.ts';

/** Maximum number of results per kind. */
export const shownMax = 5;
/** One more than the palette shows, to detect further results. */
const limit = String(shownMax + 1);

/** What is searched, and for whom. */
export interface Search {
  readonly words: string;
  readonly accountId: string;
  readonly say: PaletteWords;
  readonly queries: QueryClient;
  readonly signal: AbortSignal;
}

/** An object as shown in the palette. */
export interface FoundObject {
  readonly id: string;
  readonly to: string;
  readonly label: string;
  /** State, amount, account. */
  readonly line: string;
}

/** A kind of object that the palette finds by name or number. */
export interface ObjectKind {
  readonly name: keyof PaletteWords['t']['kinds'];
  readonly icon: IconName;
  /** The list to search. People who cannot read it do not see the kind. */
  readonly route: RoutePath;
  readonly find: (search: Search) => Promise<readonly FoundObject[]>;
}

interface KindOf<Row> extends Omit<ObjectKind, 'find'> {
  /** Loads the matching rows. */
  readonly load: (search: Search) => Promise<readonly Row[]>;
  readonly show: (row: Row, say: PaletteWords) => FoundObject;
}

function kind<Row>({ load, show, ...rest }: KindOf<Row>): ObjectKind {
  return { ...rest, find: async (search) => (await load(search)).map((row) => show(row, search.say)) };
}

const joined = (...parts: readonly (string | null)[]): string => parts.filter((part) => part !== null && part !== '').join(' · ');

/** For lists that the console loads completely: the rows with the words in one of their texts. */
function having<Row>(rows: readonly Row[], words: string, texts: (row: Row) => readonly (string | null)[]): readonly Row[] {
  const wanted = words.toLowerCase();
  return rows.filter((row) => texts(row).some((text) => text?.toLowerCase().includes(wanted))).slice(0, shownMax + 1);
}

const keys = kind<OwnKey>({
  name: 'keys',
  icon: 'key',
  route: tenantsPaths.listKeys,
  load: async ({ accountId, words: search, signal }) =>
    (await tenantsApi.listKeys({ params: { accountId }, query: { search, limit }, signal })).data,
  show: ({ id, remark, prefix, last4, status, sub_account_name: part }, say) => {
    const shown = `${prefix}…${last4}`;
    return { id, to: paths.key(id), label: remark || shown, line: joined(say.keyStatus(status), remark && shown, part) };
  },
});

const models = kind<PublicModelAnswer>({
  name: 'models',
  icon: 'model',
  route: cataloguePaths.listModels,
  load: async ({ queries, words }) => having(await queries.query(modelsQuery), words, ({ name }) => [name]),
  show: ({ name, kind: of }, { models: { kinds } }) => ({
    id: name,
    to: paths.pricingOf(name),
    label: name,
    line: kinds[of] ?? of,
  }),
});

const subAccounts = kind<OwnSubAccount>({
  name: 'subAccounts',
  icon: 'users',
  route: tenantsPaths.listSubAccounts,
  load: async ({ queries, accountId, words }) =>
    having((await queries.query(subAccountsQuery(accountId))).rows, words, ({ id, name }) => [id, name]),
  show: ({ id, name, keys: count, members: people }, { t }) => ({
    id,
    to: paths.subAccount(id),
    label: name,
    line: joined(t.keyCount(count), t.memberCount(people)),
  }),
});

const members = kind<Member>({
  name: 'members',
  icon: 'team',
  route: peoplePaths.listMembers,
  load: async ({ queries, accountId, words }) =>
    having(await queries.query(membersQuery(accountId)), words, ({ name, email }) => [name, email]),
  show: ({ user_id: id, name, email, role, sub_account_name: part }, { roles }) => ({
    id,
    to: withQuery(paths.team, { member: id }),
    label: name ?? email ?? id,
    line: joined(roles[role], name === null ? null : email, part),
  }),
});

function orderLine({ state, amount, method, created_at: at }: OrderRow, { payments, date }: PaletteWords): string {
  return joined(payments.states[state], moneyText(amount), payments.methods[method], date(at));
}

const orders = kind<OrderRow>({
  name: 'orders',
  icon: 'wallet',
  route: paymentsPaths.listOrders,
  load: async ({ accountId, words: search, signal }) =>
    (await paymentsApi.listOrders({ params: { accountId }, query: { search, limit }, signal })).data,
  show: (row, say) => ({ id: row.id, to: paths.order(row.id), label: row.id, line: orderLine(row, say) }),
});

function invoiceLine({ state, amount, title }: InvoiceRowAnswer, { invoices: { states } }: PaletteWords): string {
  return joined(states[state], moneyText(amount), title.name);
}

const invoices = kind<InvoiceRowAnswer>({
  name: 'invoices',
  icon: 'receipt',
  route: invoicingPaths.listInvoices,
  load: async ({ accountId, words: search, signal }) =>
    (await invoicingApi.listInvoices({ params: { accountId }, query: { search, limit }, signal })).data,
  show: (row, say) => ({
    id: row.id,
    to: paths.invoice(row.id),
    label: row.number ?? row.id,
    line: invoiceLine(row, say),
  }),
});

const accounts = kind<AccountAnswer>({
  name: 'accounts',
  icon: 'users',
  route: operatorTenantsPaths.listAccounts,
  load: async ({ words: search, signal }) => (await operatorTenantsApi.listAccounts({ query: { search, limit }, signal })).data,
  show: ({ id, name, status, email }, { t }) => ({
    id,
    to: paths.operatorAccount(id),
    label: name,
    line: joined(t.accountStates[status], email, id),
  }),
});

const allOrders = kind<AdminOrderRow>({
  name: 'allOrders',
  icon: 'wallet',
  route: operatorPaymentsPaths.listOrders,
  load: async ({ words: search, signal }) => (await operatorPaymentsApi.listOrders({ query: { search, limit }, signal })).data,
  show: (row, say) => ({
    id: row.id,
    to: paths.operatorTopUps({ order: row.id }),
    label: row.id,
    line: joined(row.account_name, orderLine(row, say)),
  }),
});

const allInvoices = kind<AdminInvoiceRow>({
  name: 'allInvoices',
  icon: 'receipt',
  route: operatorInvoicingPaths.listInvoices,
  load: async ({ words: search, signal }) =>
    (await operatorInvoicingApi.listInvoices({ query: { state: 'all', search, limit }, signal })).data,
  show: (row, say) => ({
    id: row.id,
    to: withQuery(paths.operatorInvoices, { state: 'all', invoice: row.id }),
    label: row.number ?? row.id,
    line: joined(row.account_name, invoiceLine(row, say)),
  }),
});

/** All kinds, in the order of the groups. To make another kind searchable, add it here. */
const objectKinds: readonly ObjectKind[] = [
  ...[keys, models, subAccounts, members, orders, invoices],
  ...[accounts, allOrders, allInvoices],
];

/** The signed-in person, or a visitor. */
export interface Seeker {
  readonly account: AccountOfSession | null;
  readonly operator: OperatorRole | null;
}

/** Whether the server allows the person to read the list. */
function mayRead({ account, operator }: Seeker, { path, who, operators }: RoutePath): boolean {
  if (path.startsWith('/api/admin/')) return operator !== null && (operators === undefined || operators.includes(operator));
  if (who === undefined || who === 'everybody') return true;
  if (account === null || who === 'signed-in') return account !== null;
  return hasRight(who, account.role, account.sub_account_id !== null);
}

/** The kinds that the person can search. */
export function kindsFor(seeker: Seeker): readonly ObjectKind[] {
  return objectKinds.filter(({ route }) => mayRead(seeker, route));
}
