import type { ControlContext } from '../../../src/control/control-context.ts';
import { moveInvoice, putInvoiceFile, voidReversals } from '../../../src/subjects/invoicing/invoice-moves.ts';
import {
  deleteInvoiceTitle,
  findInvoiceTitle,
  listInvoiceTitles,
  putInvoiceTitle,
} from '../../../src/subjects/invoicing/invoice-titles.ts';
import {
  findInvoice,
  findInvoiceable,
  listInvoices,
  readInvoiceFile,
  requestInvoice,
} from '../../../src/subjects/invoicing/invoices.ts';
import { operator, type Principal } from '../../../src/control/principal.ts';
import {
  beginVerification,
  decideVerification,
  findVerification,
  listVerifications,
  readLicenceFile,
  uploadLicence,
  withdrawVerification,
} from '../../../src/subjects/invoicing/verifications.ts';
import { listWorkingYears, putWorkingYear } from '../../../src/subjects/invoicing/working-days.ts';
import { onceMark } from './invoice-records.ts';
import type { ScopeCases, ScopeIds } from './scope-case.ts';

const everything = operator('test');
const origin = () => 'https://console.test';
const title = { kind: 'individual' as const, name: '李四' };
const pdf = Buffer.from('%PDF-1.7\n%%EOF');
const year = { year: 2027, off: ['2027-01-01'], on: [], source: 'test' };

/** Starts a verification in the caller's own account; none is started for other accounts. */
async function begun(control: ControlContext, principal: Principal, { account }: ScopeIds): Promise<void> {
  const { scope } = principal;
  const isOwn = scope.kind === 'account' && scope.accountId === account && scope.subAccountId === null;
  if (isOwn) await beginVerification(control, principal, { accountId: account, name: '示例', taxNumber: '91330106673959654P' });
}

/** The id of a verification that waits for a decision. */
async function submitted(control: ControlContext): Promise<string> {
  const [record] = await control.stores.invoicing.verifications.queue('submitted', { limit: 1, after: null });
  return record?.id ?? 'none';
}

async function submit(control: ControlContext, { account }: ScopeIds): Promise<void> {
  const principal: Principal = {
    name: 'owner',
    sourceIp: null,
    scope: { kind: 'account', accountId: account, subAccountId: null, role: 'owner' },
  };
  await beginVerification(control, principal, { accountId: account, name: '示例', taxNumber: '91330106673959654P' });
  await uploadLicence(control, principal, { accountId: account, bytes: pdf });
}

export const invoiceCases: ScopeCases = {
  listInvoiceTitles: { may: 'whole', ask: (control, principal, { account }) => listInvoiceTitles(control, principal, account) },
  findInvoiceTitle: {
    may: 'whole',
    ask: (control, principal, { account, title: id }) => findInvoiceTitle(control, principal, { accountId: account, id }),
  },
  putInvoiceTitle: {
    may: 'whole',
    ask: (control, principal, { account, title: id }) =>
      putInvoiceTitle(control, principal, { accountId: account, id, request: title }),
  },
  deleteInvoiceTitle: {
    may: 'whole',
    ask: (control, principal, { account, title: id }) => deleteInvoiceTitle(control, principal, { accountId: account, id }),
  },
  findInvoiceable: { may: 'whole', ask: (control, principal, { account }) => findInvoiceable(control, principal, account) },
  listInvoices: {
    may: 'whole',
    ask: (control, principal, { account }) => listInvoices(control, principal, { accountId: account }),
  },
  findInvoice: { may: 'whole', ask: (control, principal, { invoice: id }) => findInvoice(control, principal, { id }) },
  requestInvoice: {
    may: 'whole',
    ask: (control, principal, { account, title: id }) =>
      requestInvoice(control, principal, {
        accountId: account,
        request: { type: 'electronic_ordinary', title_id: id, amount: '100', email: 'a@b.test' },
        mark: () => onceMark(account, control.ids.uuid()),
      }),
  },
  readInvoiceFile: {
    may: 'whole',
    ask: (control, principal, { issued: id }) => readInvoiceFile(control, principal, { id, format: 'xml' }),
  },
  moveInvoice: {
    may: 'whole',
    ask: (control, principal, { invoice: id }) =>
      moveInvoice(control, principal, { which: { id }, act: { move: 'withdraw' } }, origin),
  },
  putInvoiceFile: {
    may: 'operator',
    ask: (control, principal, { invoice: id }) => putInvoiceFile(control, principal, { id, format: 'pdf', bytes: pdf }),
    prepare: (control, { invoice: id }) => moveInvoice(control, everything, { which: { id }, act: { move: 'approve' } }, origin),
  },
  voidReversals: { may: 'operator', ask: (control, principal) => voidReversals(control, principal, origin) },
  findVerification: { may: 'whole', ask: (control, principal, { account }) => findVerification(control, principal, account) },
  beginVerification: {
    may: 'whole',
    ask: (control, principal, { account }) =>
      beginVerification(control, principal, { accountId: account, name: '示例', taxNumber: '91330106673959654P' }),
  },
  uploadLicence: {
    may: 'whole',
    ask: async (control, principal, ids) => {
      await begun(control, principal, ids);
      return uploadLicence(control, principal, { accountId: ids.account, bytes: pdf });
    },
  },
  withdrawVerification: {
    may: 'whole',
    ask: async (control, principal, ids) => {
      await begun(control, principal, ids);
      return withdrawVerification(control, principal, ids.account);
    },
  },
  readLicenceFile: {
    may: 'whole',
    ask: async (control, principal, ids) => {
      await begun(control, principal, ids);
      const { scope } = principal;
      if (scope.kind === 'account' && scope.accountId === ids.account && scope.subAccountId === null)
        await uploadLicence(control, principal, { accountId: ids.account, bytes: pdf });
      return readLicenceFile(control, principal, { accountId: ids.account });
    },
  },
  listVerifications: { may: 'operator', ask: (control, principal) => listVerifications(control, principal, 'submitted') },
  decideVerification: {
    may: 'operator',
    ask: async (control, principal) => decideVerification(control, principal, { id: await submitted(control), reason: null }),
    prepare: submit,
  },
  listWorkingYears: { may: 'operator', ask: (control, principal) => listWorkingYears(control, principal) },
  putWorkingYear: { may: 'operator', ask: (control, principal) => putWorkingYear(control, principal, year) },
};
