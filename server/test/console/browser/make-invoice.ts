import assert from 'node:assert/strict';
import type { Browser } from '../../identity/browser.ts';
import type { BrowserWorld } from './browser-world.ts';
import { usePaidMoney } from './use-paid-money.ts';

async function mustMake(person: Browser, path: string, body: object): Promise<string> {
  const made = await person.post(path, body);
  assert.equal(made.status, 201, made.text);
  return made.body.id as string;
}

/** Creates titles, a verification and an invoice request. Returns the id of the request. */
export async function makeInvoice(world: BrowserWorld, person: Browser, accountId: string): Promise<string> {
  await usePaidMoney(world, accountId, { paid: 1000, used: 600 });
  const of = `/api/console/accounts/${accountId}`;
  const name = '示例科技有限公司';
  const delivery = { email: 'finance@example.com' };
  const printed = { tax_number: '91330106673959654P', address: '杭州市示例路 1 号', telephone: '0571-88880000' };
  await mustMake(person, `${of}/invoice-titles`, { kind: 'enterprise', name, ...printed, delivery });
  // The verification waits for its licence, so the invoice is for an individual.
  const title = await mustMake(person, `${of}/invoice-titles`, { kind: 'individual', name: '张三', delivery });
  await mustMake(person, `${of}/verification`, { name, tax_number: printed.tax_number });
  const body = { type: 'electronic_ordinary', title_id: title, amount: '200' };
  const made = await person.ask('POST', `${of}/invoices`, { body, headers: { 'idempotency-key': 'one' } });
  assert.equal(made.status, 201, made.text);
  return made.body.id as string;
}
