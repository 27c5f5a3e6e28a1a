import type { BrowserWorld } from './browser-world.ts';

/** An upstream of one account, which uses it before shared ones. */
export async function makeOwnUpstream({ server }: BrowserWorld, accountId: string): Promise<void> {
  const routes = [{ region: 'domestic', base_url: 'http://127.0.0.1:9/v1' }];
  const provider = { name: 'house', dialect: 'chat-completions', account_id: accountId, routes, models: [] };
  await server.admin('POST', '/providers', provider);
  await server.admin('PATCH', `/accounts/${accountId}`, { isolation: 'own_first' });
}

/** An upstream at which nobody listens, with two keys and a model that has a price. */
export async function makeProvider({ server }: BrowserWorld): Promise<string> {
  const { id } = await server.admin<{ readonly id: string }>('POST', '/providers', {
    name: 'silent',
    dialect: 'chat-completions',
    routes: [
      {
        region: 'domestic',
        base_url: 'http://127.0.0.1:9/v1',
        keys: [
          { api_key: 'sk-of-the-upstream-1111' },
          { api_key: 'sk-of-the-upstream-2222', limits: { requests_per_minute: 60 } },
        ],
      },
    ],
    models: [{ model: 'silent/chat', upstream_model: 'chat-1', cost: { input: '1', output: '2' } }],
  });
  await server.admin('PUT', '/models/silent%2Fchat', { kind: 'chat', price: { input: '2', output: '4' }, confirm: true });
  return id;
}
