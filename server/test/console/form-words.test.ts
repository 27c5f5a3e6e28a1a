/**
 * Goal: a person whose form is refused reads why in their own language. Method: every field that a console page sends, according to the
 * OpenAPI documents; every field of forms with separate texts, filled in wrongly. Refusals without a field: see
 * `contract/src/refusals/refusals.test.ts`.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { creditRequest } from '@tollgate/contract/ledger/credits';
import { issueRequest, reverseRequest } from '@tollgate/contract/invoicing/operator-invoices';
import { codeBatchRequest, confirmTransferRequest } from '@tollgate/contract/payments/operator-orders';
import { robotRequest } from '@tollgate/contract/notices/robots';
import { patchAutoTopUpRequest } from '@tollgate/contract/payments/auto-top-up';
import { patchBillingRequest } from '@tollgate/contract/ledger/billing';
import { beginClosingRequest } from '@tollgate/contract/account-life/closing';
import { fieldWords, formFields, type FormName } from '@tollgate/contract/refusals/form-words';
import {
  invoiceRequest,
  invoiceTitleRequest,
  reversalRequest,
  verificationRequest,
} from '@tollgate/contract/invoicing/console-invoices';
import { createOrderRequest, redeemRequest } from '@tollgate/contract/payments/console-orders';
import { payoutRequest } from '@tollgate/contract/payments/console-payouts';
import { locales, type Locale } from '@tollgate/contract/enumerations';
import { z } from 'zod';
import { readFault } from '../../src/control-http/read-fault.ts';
import { describedRoutes } from '../described-routes.ts';

const schemas: Readonly<Partial<Record<FormName, z.ZodObject>>> = {
  order: createOrderRequest,
  redemption: redeemRequest,
  title: invoiceTitleRequest,
  invoice: invoiceRequest,
  reversal: reversalRequest,
  verification: verificationRequest,
  billing: patchBillingRequest,
  autoTopUp: patchAutoTopUpRequest,
  payout: payoutRequest,
  transfer: confirmTransferRequest,
  issue: issueRequest,
  red: reverseRequest,
  closing: beginClosingRequest,
  credit: creditRequest,
  codes: codeBatchRequest,
  robot: robotRequest,
};

const isChinese = (said: string): boolean => /[\u4e00-\u9fff]/.test(said);

function expectSaid(said: string | null, locale: Locale, what: string): void {
  assert.ok(said !== null, `${what} has no words`);
  assert.ok(said.length > 4, what);
  assert.equal(isChinese(said), locale === 'zh', `${what}: ${said}`);
  assert.doesNotMatch(said, /`|_|null|string/, `${what} speaks of the interface: ${said}`);
}

test('every field of a form with separate texts, entered wrongly or left out, is explained in both languages', () => {
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
      const other = typeof (example as Readonly<Record<string, unknown>>)[field] === 'number' ? 'seven' : 7;
      const wrong = schema.safeParse({ ...example, [field]: other }, { reportInput: true });
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

/** Forms whose fields have separate texts, by their address. */
const formOf: Readonly<Record<string, FormName>> = {
  'payments.createOrder': 'order',
  'payments.redeemCode': 'redemption',
  'invoicing.createInvoiceTitle': 'title',
  'invoicing.changeInvoiceTitle': 'title',
  'invoicing.requestInvoice': 'invoice',
  'invoicing.beginVerification': 'verification',
  'ledger.changeBilling': 'billing',
  'payments.changeAutoTopUp': 'autoTopUp',
  'operatorPayments.confirmTransfer': 'transfer',
  'operatorInvoicing.issueInvoice': 'issue',
  'operatorInvoicing.completeReversal': 'red',
  'accountLife.closeAccount': 'closing',
  'payments.requestPayout': 'payout',
  'invoicing.requestReversal': 'reversal',
  'operatorLedger.createCredit': 'credit',
  'operatorPayments.createCodeBatch': 'codes',
  'operatorNotices.createRobot': 'robot',
  'operatorNotices.changeRobot': 'robot',
  'operatorCatalogue.createProvider': 'provider',
  'operatorCatalogue.changeProvider': 'provider',
  'operatorCatalogue.tryProvider': 'provider',
  'operatorCatalogue.testProvider': 'providerTest',
  'operatorCatalogue.putModel': 'model',
};

interface BodySchema {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly anyOf?: readonly BodySchema[];
}

/** Routes used by pages, with the fields of their bodies. */
async function sentByPages(): Promise<ReadonlyMap<string, readonly string[]>> {
  const root = new URL('../../../console/src/', import.meta.url);
  const sources = globSync('**/*.{ts,tsx}', { cwd: root }).map((name) => readFileSync(new URL(name, root), 'utf8'));
  const asked = sources.flatMap((source) => [...source.matchAll(/\b(\w+)Api\.(\w+)\(/g)]);
  const routes = await describedRoutes();
  return new Map(
    asked.flatMap(([, table = '', name = '']) => {
      const body = routes.get(`${table}Routes.${name}`)?.body;
      if (body === undefined) return [];
      const schema = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as BodySchema;
      const fields = [schema, ...(schema.anyOf ?? [])].flatMap(({ properties }) => Object.keys(properties ?? {}));
      return [[`${table}.${name}`, fields]];
    }),
  );
}

test('every field that any page sends is explained in both languages, whatever the code of its refusal', async () => {
  const sent = await sentByPages();
  for (const [route, fields] of sent)
    for (const field of fields)
      for (const locale of locales)
        for (const code of ['invalid_parameter', 'missing_required_parameter'])
          expectSaid(fieldWords(formOf[route], code, field, locale), locale, `${route}: ${field}`);
  const fields = [...sent.values()].flat();
  assert.ok(sent.size > 60 && fields.length > 100, `${String(sent.size)} routes, ${String(fields.length)} fields`);
});
