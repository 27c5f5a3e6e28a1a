import assert from 'node:assert/strict';
import type { Browser } from '../../identity/browser.ts';
import { waitFor } from '../../wait-for.ts';
import type { BrowserWorld } from './browser-world.ts';

export interface Traffic {
  readonly accountId: string;
  readonly subAccountId: string;
  readonly keyId: string;
  readonly key: string;
  readonly orderId: string;
}

/** Creates an account with varied data: keys, one of them paused, a sub-account, successful and failed calls. */
export async function makeTraffic({ server }: BrowserWorld, person: Browser): Promise<Traffic> {
  await server.admin('PUT', '/models/sandbox%2Fchat', { kind: 'chat', price: { input: '20', output: '80' }, confirm: true });
  const session = await person.get('/api/console/session');
  const accountId = session.body.accounts[0].id as string;
  const of = `/api/console/accounts/${accountId}`;
  const make = async (path: string, body: object, headers = {}) => {
    const answer = await person.ask('POST', `${of}${path}`, { body, headers });
    assert.equal(answer.status, 201, answer.text);
    return answer.body;
  };
  const sub = await server.admin<{ readonly id: string }>('POST', `/accounts/${accountId}/sub-accounts`, { name: 'Research' });
  const key = await make('/keys', { remark: 'production', daily_cap: '5', monthly_cap: '50' });
  const paused = await make('/keys', { remark: 'nearly nothing', daily_cap: '0.0001' });
  await make('/keys', { remark: 'research', sub_account_id: sub.id, ip_allow_list: ['203.0.113.7'] });
  const question = { model: 'sandbox/chat', messages: [{ role: 'user', content: 'What does a call cost here?' }] };
  for (let at = 0; at < 12; at += 1) await (await server.post(key.key, question)).arrayBuffer();
  for (let at = 0; at < 2; at += 1) await (await server.post(paused.key, question)).arrayBuffer();
  await (await server.post(key.key, { ...question, model: 'sandbox/none' })).arrayBuffer();
  await (await server.post(key.key, { ...question, messages: 'none' })).arrayBuffer();
  await waitFor(async () => (await person.get(`${of}/calls?limit=50`)).body.data.length >= 15, {
    what: 'the calls are in the log',
    everyMs: 50,
  });
  const settings = { payee: 'Example Ltd', account: '6222 0000 1234 5678', bank: 'Example Bank' };
  await server.admin('PUT', '/payment-methods/bank', { enabled: true, settings });
  const order = await make('/orders', { amount: '100', method: 'bank' }, { 'idempotency-key': 'first-order' });
  return { accountId, subAccountId: sub.id, keyId: key.id, key: key.key, orderId: order.id };
}
