import type { Keyboard } from '../keyboard.ts';
import type { Form, Place } from './form.ts';

const of = (file: string): readonly string[] => [`pages/catalogue/operator-provider/${file}`];
const at = ({ providerId }: Place): string => `/operator/providers/${providerId}`;
const inMenu =
  (item: string) =>
  (keys: Keyboard): Promise<void> =>
    keys.chooseInMenu(item);

/** Forms of operators about upstreams, in an order in which each finds what it needs. */
export const supplyForms: readonly Form[] = [
  {
    name: 'an upstream at any address, tried before it is saved',
    of: ['pages/catalogue/operator-providers/add-provider-drawer.tsx'],
    at: '/operator/providers',
    opener: /^Add upstream/,
    fill: async (keys) => {
      await keys.act(/^Custom address$/);
      await keys.fill(/^Address/, 'http://127.0.0.1:9/v1');
      await keys.fill(/^Upstream key/, 'sk-0123456789');
      await keys.fill(/^Name/, 'nobody');
    },
    submit: /^Test and add/,
    says: 'Cannot connect to this address',
  },
  {
    name: 'the test of an upstream from its row',
    of: ['pages/catalogue/provider-test-sheet.tsx'],
    at: '/operator/providers',
    opener: /^Test silent/,
  },
  {
    name: 'keys of a route, many at once',
    of: of('add-keys-drawer.tsx'),
    at,
    opener: /^Add keys$/,
    fill: async (keys) => {
      await keys.tabTo(/^Keys/);
      await keys.type('sk-of-the-upstream-3333');
      await keys.press('Enter');
      await keys.type('sk-of-the-upstream-4444');
      await keys.fill(/^Weight/, '2');
      await keys.fill(/^Requests per minute/, '60');
    },
    submit: /^Add keys/,
    says: '2 keys added',
  },
  {
    name: 'the limits of a key',
    of: of('key-drawer.tsx'),
    at,
    opener: /^More for key …1111/,
    open: inMenu('Edit'),
    fill: (keys) => keys.fill(/^Concurrent requests/, '8'),
    submit: /^Save/,
    says: 'Saved',
  },
  {
    name: 'a key that is removed',
    of: of('key-menu.tsx'),
    at,
    opener: /^More for key …4444/,
    open: inMenu('Remove'),
    fill: (keys) => keys.fill(/^Type/, '4444'),
    submit: /^Remove$/,
    says: 'Key …4444 removed',
  },
  {
    name: 'a further route',
    of: of('route-drawer.tsx'),
    at,
    opener: /^Add route$/,
    fill: async (keys) => {
      await keys.act(/^overseas$/);
      await keys.fill(/^Address/, 'http://127.0.0.1:10/v1');
    },
    submit: /^Add route/,
    says: 'Route added',
  },
  {
    name: 'a route that is removed',
    of: of('route-sheets.tsx'),
    at,
    opener: /^Remove route$/,
    fill: (keys) => keys.fill(/^Type/, '127.0.0.1:9'),
    submit: /^Remove$/,
    says: 'Route removed',
  },
  {
    name: 'what a model costs at the upstream',
    of: of('offer-drawer.tsx'),
    at,
    opener: /^More for model silent\/chat/,
    open: inMenu('Edit'),
    fill: (keys) => keys.fill(/^Output cost/, '3'),
    submit: /^Save/,
    says: 'Saved',
  },
  {
    name: 'models that are published',
    of: of('publish-drawer.tsx'),
    at,
    opener: /^Load models$/,
    fill: async (keys) => {
      await keys.fill(/^Model name by hand/, 'chat-2');
      await keys.act(/^Add$/);
      await keys.fill(/^Input price/, '2');
      await keys.fill(/^Output price/, '4');
    },
    submit: /^Publish 1 model/,
    says: '1 model published',
  },
  {
    name: 'the settings of an upstream',
    of: of('settings-drawer.tsx'),
    at,
    opener: /^Settings$/,
    fill: (keys) => keys.fill(/^Priority/, '50'),
    submit: /^Save/,
    says: 'Saved',
  },
  {
    name: 'an upstream that is removed',
    of: of('provider-actions.tsx'),
    at,
    opener: /^Remove$/,
    fill: (keys) => keys.fill(/^Type/, 'silent'),
    submit: /^Remove$/,
    says: 'silent removed',
  },
];
