import assert from 'node:assert/strict';
import type { Browser } from '../../identity/browser.ts';
import type { BrowserWorld } from './browser-world.ts';
import { usePaidMoney } from './use-paid-money.ts';

/** A title, a verification and a request for an invoice. Answers the id of the request. */
export async function makeInvoice(world: BrowserWorld, person: Browser, accountId: string): Promise<string> {
  await usePaidMoney(world, accountId, { paid: 1000, used: 600 });
  const of = `/api/console/accounts/${accountId}`;
  const name = '示例科技有限公司';
  const kind = { kind: 'enterprise', name, tax_number: '91330106673959654P', delivery: { email: 'finance@example.com' } };
  const title = await person.post(`${of}/invoice-titles`, kind);
  assert.equal(title.status, 201, title.text);
  const begun = await person.post(`${of}/verification`, { name, tax_number: '91330106673959654P' });
  assert.equal(begun.status, 201, begun.text);
  const body = { type: 'electronic_ordinary', title_id: title.body.id, amount: '200' };
  const made = await person.ask('POST', `${of}/invoices`, { body, headers: { 'idempotency-key': 'one' } });
  assert.equal(made.status, 201, made.text);
  return made.body.id as string;
}
