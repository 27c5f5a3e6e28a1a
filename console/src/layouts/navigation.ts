import type { WorkQueueName } from '@tollgate/contract/site/overview';
import type { OperatorRole, Role } from '../api/session.ts';
import { paths } from '../paths.ts';
import type { IconName } from '../ui/pictures/icon.tsx';
import type { layoutTexts } from './layout-texts.ts';

export type PlaceName = keyof typeof layoutTexts.zh.places;
export type GroupName = keyof typeof layoutTexts.zh.groups;

export interface Place {
  readonly to: string;
  readonly icon: IconName;
  readonly name: PlaceName;
  /** Roles that can see the page; all by default. */
  readonly roles?: readonly Role[];
  /** Letter of the shortcut after G. */
  readonly letter?: string;
  /** Queues of operator work on this page; their counts appear next to its name. */
  readonly queues?: readonly WorkQueueName[];
  /** Whether the page is one of the tabs on phones. */
  readonly isTab?: boolean;
}

export interface PlaceGroup {
  readonly name: GroupName | null;
  readonly places: readonly Place[];
}

const technical: readonly Role[] = ['owner', 'admin', 'developer'];
const payers: readonly Role[] = ['owner', 'admin', 'finance'];

export const accountPlaces: readonly PlaceGroup[] = [
  { name: null, places: [{ to: paths.overview, icon: 'overview', name: 'overview', letter: 'o', isTab: true }] },
  {
    name: 'build',
    places: [
      { to: paths.keys, icon: 'key', name: 'keys', roles: technical, letter: 'k', isTab: true },
      { to: paths.subAccounts, icon: 'users', name: 'subAccounts', roles: technical },
      { to: paths.playground, icon: 'play', name: 'playground', roles: technical },
      { to: paths.docs, icon: 'info', name: 'docs', letter: 'd' },
    ],
  },
  {
    name: 'use',
    places: [
      { to: paths.calls(), icon: 'log', name: 'calls', letter: 'c', isTab: true },
      { to: paths.usage(), icon: 'usage', name: 'usage', letter: 'u', isTab: true },
    ],
  },
  {
    name: 'money',
    places: [
      { to: paths.billing, icon: 'wallet', name: 'billing', roles: payers, letter: 'b' },
      { to: paths.invoices, icon: 'receipt', name: 'invoices', roles: payers, letter: 'i' },
    ],
  },
  {
    name: 'account',
    places: [
      { to: paths.inbox, icon: 'bell', name: 'inbox' },
      { to: paths.team, icon: 'team', name: 'team' },
      { to: paths.security, icon: 'lock', name: 'security' },
      { to: paths.account, icon: 'settings', name: 'account', roles: ['owner', 'admin'] },
      { to: paths.dedicated, icon: 'model', name: 'dedicated' },
    ],
  },
];

export const operatorPlaces: readonly PlaceGroup[] = [
  { name: null, places: [{ to: paths.operator, icon: 'overview', name: 'operatorOverview', isTab: true }] },
  {
    name: 'customers',
    places: [
      { to: paths.operatorAccounts, icon: 'users', name: 'accounts', isTab: true, queues: ['held_trials'] },
      { to: paths.operatorCalls(), icon: 'log', name: 'allCalls', isTab: true },
      { to: paths.operatorPlans, icon: 'layers', name: 'plans' },
      { to: paths.operatorRequests, icon: 'model', name: 'requests', queues: ['service_requests'] },
      {
        to: paths.operatorInvoices,
        icon: 'receipt',
        name: 'operatorInvoices',
        queues: ['invoices_to_review', 'invoices_to_issue', 'invoices_to_reverse'],
      },
      { to: paths.operatorVerifications, icon: 'shield', name: 'verifications', queues: ['verifications'] },
      { to: paths.operatorClosings, icon: 'out', name: 'closings', queues: ['closings'] },
    ],
  },
  {
    name: 'supply',
    places: [
      { to: paths.operatorProviders, icon: 'layers', name: 'providers' },
      { to: paths.operatorModels(), icon: 'model', name: 'models' },
      { to: paths.operatorSimulator(), icon: 'right', name: 'routeSimulator' },
    ],
  },
  {
    name: 'money',
    places: [
      { to: paths.operatorTopUps(), icon: 'wallet', name: 'topUps', queues: ['bank_transfers', 'mismatched_payments'] },
      { to: paths.operatorReturns(), icon: 'out', name: 'returns', queues: ['returns'] },
      { to: paths.operatorCodes, icon: 'key', name: 'codes' },
      { to: paths.operatorPaymentMethods, icon: 'card', name: 'paymentMethods' },
    ],
  },
  {
    name: 'platform',
    places: [
      { to: paths.operatorStatus, icon: 'usage', name: 'operatorStatus' },
      { to: paths.operatorAnnouncements, icon: 'bell', name: 'announcements' },
      { to: paths.operatorAlarms, icon: 'bell', name: 'alarms', queues: ['alarms'] },
      { to: paths.operatorMails(), icon: 'mail', name: 'mails', queues: ['unsent_mails'] },
      { to: paths.operatorAudit, icon: 'shield', name: 'audit', isTab: true },
      { to: paths.operatorSettings, icon: 'settings', name: 'settings', queues: ['working_years'] },
    ],
  },
];

/** Whether a role can see the page. */
export function isFor(place: Place, role: Role | OperatorRole): boolean {
  return place.roles === undefined || (place.roles as readonly string[]).includes(role);
}

export function isCurrent(place: Place, pathname: string): boolean {
  // The operator's start page is not a parent of the others.
  return pathname === place.to || (place.to !== paths.operator && pathname.startsWith(`${place.to}/`));
}
