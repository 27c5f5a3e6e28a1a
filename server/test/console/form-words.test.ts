/**
 * Goal: whoever a form refuses reads why in their own language. Method: every field of every form about money, filled in wrongly, and
 * every refusal that the control of these forms can make, found in its text.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { issueRequest } from '@tollgate/contract/admin/invoices';
import { confirmTransferRequest } from '@tollgate/contract/admin/orders';
import { patchBillingRequest } from '@tollgate/contract/console/billing';
import { fieldWords, formFields, type FormName } from '@tollgate/contract/console/form-words';
import { invoiceRequest, invoiceTitleRequest, reversalRequest, verificationRequest } from '@tollgate/contract/console/invoices';
import { createOrderRequest, redeemRequest } from '@tollgate/contract/console/orders';
import { payoutRequest } from '@tollgate/contract/console/payouts';
import { refusalInChinese } from '@tollgate/contract/console/refusal-words';
import { locales, type Locale } from '@tollgate/contract/enumerations';
import type { z } from 'zod';
import { readFault } from '../../src/control-http/read-fault.ts';

const schemas: Readonly<Partial<Record<FormName, z.ZodObject>>> = {
  order: createOrderRequest,
  redemption: redeemRequest,
  title: invoiceTitleRequest,
  invoice: invoiceRequest,
  reversal: reversalRequest,
  verification: verificationRequest,
  billing: patchBillingRequest,
  payout: payoutRequest,
  transfer: confirmTransferRequest,
  issue: issueRequest,
};

const isChinese = (said: string): boolean => /[\u4e00-\u9fff]/.test(said);

function expectSaid(said: string | null, locale: Locale, what: string): void {
  assert.ok(said !== null, `${what} has no words`);
  assert.ok(said.length > 4, what);
  assert.equal(isChinese(said), locale === 'zh', `${what}: ${said}`);
  assert.doesNotMatch(said, /`|_|null|string/, `${what} speaks of the interface: ${said}`);
}

test('every field of every form about money, entered wrongly or left out, is explained in both languages', () => {
  for (const [form, fields] of formFields)
    for (const field of fields)
      for (const locale of locales)
        for (const code of ['invalid_parameter', 'missing_required_parameter'])
          expectSaid(fieldWords(form, code, field, locale), locale, `${form}.${field} ${code} in ${locale}`);
  for (const [form, schema] of Object.entries(schemas) as [FormName, z.ZodObject][]) {
    const [example] = schema.meta()?.examples as [object];
    const fields = Object.keys(schema.shape);
    assert.deepEqual(new Map(formFields).get(form)?.toSorted(), fields.toSorted(), form);
    for (const field of fields) {
      const wrong = schema.safeParse({ ...example, [field]: 7 }, { reportInput: true });
      assert.ok(!wrong.success, `${form}.${field}`);
      const { code, param } = readFault(wrong.error, 'The request body');
      assert.equal(param, field);
      for (const locale of locales) expectSaid(fieldWords(form, code, param, locale), locale, `${form}.${field}`);
    }
  }
  assert.equal(
    fieldWords('title', 'invalid_parameter', 'delivery.email', 'zh'),
    fieldWords('title', 'invalid_parameter', 'delivery', 'zh'),
  );
  assert.equal(fieldWords('title', 'invalid_parameter', 'none', 'zh'), null);
});

/** Those of what people do with money; a new one without words fails here. */
const rooms = [
  'invoices',
  'invoice-titles',
  'verifications',
  'orders',
  'codes',
  'invoice-moves',
  'invoicing-files',
  'bank-transfers',
];

test('every refusal about no field that money forms can meet is said in Chinese', () => {
  let seen = 0;
  for (const room of rooms) {
    const text = readFileSync(new URL(`../../src/control/${room}.ts`, import.meta.url), 'utf8');
    for (const [, , literal = ''] of text.matchAll(/conflict\(\s*(['`])((?:(?!\1).)*)\1/g)) {
      seen += 1;
      const message = literal.replaceAll(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, '5');
      const said = refusalInChinese(message);
      assert.ok(said !== null && isChinese(said), `${room}: ${message}`);
      assert.doesNotMatch(said, /\$\d/);
    }
  }
  assert.ok(seen > 20, String(seen));
  assert.equal(
    refusalInChinese('At most 12.30 CNY can be invoiced now: paid'),
    '现在最多可开票 12.30 元：已结清的充值消费，减去已开票和申请中的。',
  );
  assert.equal(refusalInChinese('Something else.'), null);
});
