import type { InvoiceTitle } from '../../../src/subjects/invoicing/rules/invoice.ts';

/** States of an account's verification, in the order in which a test goes through them. */
export const standings = ['none', 'withdrawn', 'awaiting_licence', 'submitted', 'rejected', 'approved', 'renewing'] as const;
export type Standing = (typeof standings)[number];

export const verifiedAs = { name: '示例科技有限公司', taxNumber: '91330106673959654P' };

const company: InvoiceTitle = {
  kind: 'enterprise',
  ...verifiedAs,
  address: '杭州市示例路 1 号',
  telephone: '0571-88880000',
  bank: null,
  bankAccount: null,
};

/** Titles; incomplete ones were saved before the missing field was required. */
export const tableTitles = {
  person: { ...company, kind: 'individual', name: '张三', taxNumber: null, address: null, telephone: null },
  company,
  companyWithBank: { ...company, bank: '示例银行', bankAccount: '6222 0000' },
  otherCompany: { ...company, name: '别的有限公司' },
  otherNumber: { ...company, taxNumber: '91110000802100433B' },
  olderNumber: { ...company, taxNumber: '110108123456789' },
  noAddress: { ...company, address: null },
  noTelephone: { ...company, telephone: null },
  neither: { ...company, address: null, telephone: null },
} as const satisfies Readonly<Record<string, InvoiceTitle>>;
export type TableTitle = keyof typeof tableTitles;

/** `null` if it can be requested; otherwise the refused field, and the text after its name. */
export type Verdict = readonly [field: string, words: RegExp] | null;

const unverified: Readonly<Record<Exclude<Standing, 'approved' | 'renewing'>, RegExp>> = {
  none: /^is the title of an enterprise, .* ordinary or special, need verification: upload its business licence under verification/,
  withdrawn:
    /^is the title of an enterprise, .* ordinary or special, need verification: upload its business licence under verification/,
  awaiting_licence: /^is the title of an enterprise, .* need verification: upload the business licence to continue/,
  submitted: /^is the title of an enterprise, .* need verification: wait for the decision/,
  rejected: /^is the title of an enterprise, .* need verification: .* rejected, so correct and submit it again/,
};

const otherTitle: Verdict = ['title_id', /^must have the verified name and tax number: 示例科技有限公司, 91330106673959654P/];
const lacks = (fields: string): Verdict => ['title_id', new RegExp(`^is incomplete: add ${fields} to the title`)];

/** For a verified account: the result of an ordinary and a special invoice for each title. */
const verified: Readonly<Record<TableTitle, { readonly ordinary: Verdict; readonly special: Verdict }>> = {
  person: { ordinary: null, special: ['type', /^is for enterprises only: choose an ordinary invoice or an enterprise title/] },
  company: { ordinary: null, special: null },
  companyWithBank: { ordinary: null, special: null },
  otherCompany: { ordinary: null, special: otherTitle },
  otherNumber: { ordinary: null, special: otherTitle },
  olderNumber: { ordinary: null, special: otherTitle },
  noAddress: { ordinary: lacks('address'), special: lacks('address') },
  noTelephone: { ordinary: lacks('telephone'), special: lacks('telephone') },
  neither: { ordinary: lacks('address and telephone'), special: lacks('address and telephone') },
};

/** The specified result for an invoice with a known delivery address. */
export function verdictOf(kind: 'ordinary' | 'special', title: TableTitle, standing: Standing): Verdict {
  if (title === 'person' || standing === 'approved' || standing === 'renewing') return verified[title][kind];
  return ['title_id', unverified[standing]];
}
