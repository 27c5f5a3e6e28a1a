import assert from 'node:assert/strict';
import { formatAmount } from '@tollgate/contract/money';
import { moveInvoice } from '../../../src/subjects/invoicing/invoice-moves.ts';
import { putInvoiceTitle } from '../../../src/subjects/invoicing/invoice-titles.ts';
import { findInvoiceable, requestInvoice } from '../../../src/subjects/invoicing/invoices.ts';
import { root, type QuarterAccount, type QuarterWorld } from './quarter-world.ts';

const minimum = 100_000_000_000n;
const origin = (): string => 'https://console.test';
const titles = new WeakMap<QuarterAccount, string>();

async function titleOf({ service: { control } }: QuarterWorld, account: QuarterAccount): Promise<string> {
  const known = titles.get(account);
  if (known !== undefined) return known;
  const request = { kind: 'individual' as const, name: '张三', delivery: { email: 'a@b.test' } };
  const { id } = await putInvoiceTitle(control, root, { accountId: account.id, id: null, request });
  titles.set(account, id);
  return id;
}

/** Requests an invoice; `null` if it was refused. */
async function ask(world: QuarterWorld, account: QuarterAccount, amount: bigint): Promise<string | null> {
  const { control } = world.service;
  const request = {
    type: 'electronic_ordinary' as const,
    title_id: await titleOf(world, account),
    amount: formatAmount(amount, 2),
  };
  const once = { accountId: account.id, key: control.ids.uuid(), contentHash: Buffer.alloc(32), atMs: world.clock.nowMs() };
  const mark = () => ({ ...once, answer: { status: 201 as const, body: '{}' } });
  try {
    return (await requestInvoice(control, root, { accountId: account.id, request, mark })).id;
  } catch (error) {
    assert.equal((error as { code?: unknown }).code, 'conflict', String(error));
    return null;
  }
}

/** Invoices a part of the available amount, and keeps, approves, withdraws or rejects the request. Returns whether one was created. */
export async function invoiceSome(world: QuarterWorld, account: QuarterAccount, draw: number): Promise<boolean> {
  const { control } = world.service;
  const { left } = await findInvoiceable(control, root, account.id);
  assert.ok(left <= account.tally.invoiceable, 'closed hours have no more than all');
  // Hours are closed meanwhile, so the total usage shows the excess.
  const all = account.tally.invoiceable < minimum ? minimum : account.tally.invoiceable;
  assert.equal(await ask(world, account, all + 10_000_000n), null, 'beyond what can be invoiced');
  if (left < minimum) return false;
  const amount = draw % 2 === 0 ? left : minimum;
  const id = await ask(world, account, amount);
  assert.ok(id !== null);
  account.tally.invoiced += amount;
  const which = { id };
  if (draw % 4 === 1) await moveInvoice(control, root, { which, act: { move: 'approve' } }, origin);
  if (draw % 4 < 2) return true;
  const act = draw % 4 === 2 ? { move: 'withdraw' as const } : { move: 'reject' as const, reason: 'the title is wrong' };
  await moveInvoice(control, root, { which, act }, origin);
  account.tally.invoiced -= amount;
  return true;
}

/** With every hour closed, the amount available for invoices must equal the tally. */
export async function checkInvoiceable(world: QuarterWorld, account: QuarterAccount): Promise<void> {
  const { tally } = account;
  const offer = await findInvoiceable(world.service.control, root, account.id);
  assert.deepEqual(
    [offer.consumed, offer.issued + offer.requested, offer.left],
    [tally.consumedPaid, tally.invoiced, tally.invoiceable],
  );
  assert.ok(tally.invoiced <= tally.consumedPaid, 'invoices never exceed what is paid and used');
}
