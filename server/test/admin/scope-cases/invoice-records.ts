import { sql } from 'kysely';
import { nanoPerCny } from '@tollgate/contract/money';
import { addCredit } from '../../../src/subjects/ledger/credits.ts';
import { moveInvoice, putInvoiceFile } from '../../../src/subjects/invoicing/invoice-moves.ts';
import { putInvoiceTitle } from '../../../src/subjects/invoicing/invoice-titles.ts';
import { requestInvoice } from '../../../src/subjects/invoicing/invoices.ts';
import { operator } from '../../../src/control/principal.ts';
import { compilerFor } from '../../../src/storage/compiler.ts';
import type { AdminBench } from '../admin-bench.ts';

const everything = operator('test');
const origin = () => 'https://console.test';

/** Invoice numbers must be unique. */
let numbers = 26312000000012345678n;

/** Creates paid and used money, an invoice title, a submitted request, and an issued invoice with a file. */
export async function invoiceRecords({ control, engine }: AdminBench, accountId: string) {
  const paid = { amount: '1000', bucket: 'paid' as const, reason: 'test' };
  await addCredit(control, everything, { accountId, request: paid, idempotencyKey: null });
  const used = 900n * nanoPerCny;
  const use = sql`insert into ledger_entries (id, account_id, kind, bucket, amount, hour_start, day, reason, actor, created_at,
      credits_total, usage_total, trial_credits_total)
    select ${control.ids.named('use')}, account_id, 'usage', 'usage', ${-used}, 0, 20261122, 'use', 'system', 1, credits_total, ${used},
      trial_credits_total from ledger_entries where account_id = ${accountId}`;
  await engine.write([{ query: use.compile(compilerFor(engine.sql)) }], []);
  const request = { kind: 'individual' as const, name: '张三', delivery: { email: 'a@b.test' } };
  const { id: title } = await putInvoiceTitle(control, everything, { accountId, id: null, request });

  async function requested(): Promise<string> {
    const wanted = { type: 'electronic_ordinary' as const, title_id: title, amount: '100' };
    const mark = () => onceMark(accountId, control.ids.uuid());
    return (await requestInvoice(control, everything, { accountId, request: wanted, mark })).id;
  }

  const invoice = await requested();
  const issued = await requested();
  const which = { id: issued };
  await moveInvoice(control, everything, { which, act: { move: 'approve' } }, origin);
  await putInvoiceFile(control, everything, { id: issued, format: 'xml', bytes: Buffer.from('<EInvoice/>') });
  numbers += 1n;
  await moveInvoice(control, everything, { which, act: { move: 'issue', number: String(numbers) } }, origin);
  return { title, invoice, issued };
}

export function onceMark(accountId: string, key: string) {
  return { accountId, key, contentHash: Buffer.alloc(32), answer: { status: 201 as const, body: '{}' }, atMs: 1 };
}
