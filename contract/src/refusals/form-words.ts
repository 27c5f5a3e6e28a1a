import type { Locale } from '../enumerations.ts';
import { fieldsOfAnyForm, saidOf as text, type Said } from './field-words.ts';
import { catalogueFormWords } from '../catalogue/form-words.ts';
import { paymentsFormWords } from '../payments/form-words.ts';
import { invoicingFormWords } from '../invoicing/form-words.ts';
import { ledgerFormWords } from '../ledger/form-words.ts';
import { accountLifeFormWords } from '../account-life/form-words.ts';
import { noticesFormWords } from '../notices/form-words.ts';
import { requestsFormWords } from '../requests/form-words.ts';

/** Texts for fields of forms that need their own. */
const formWords = {
  ...catalogueFormWords,
  ...paymentsFormWords,
  ...invoicingFormWords,
  ...ledgerFormWords,
  ...accountLifeFormWords,
  ...noticesFormWords,
  ...requestsFormWords,
};
export type FormName = keyof typeof formWords;

const missing = text('此项必填。', 'This field is required.');

/**
 * What the user should enter in a field that the API rejected; `null` for a field without a form.
 * @param form whose fields have separate texts.
 * @param param the API name of the field: `delivery.email` is `delivery`.
 */
export function fieldWords(form: FormName | undefined, code: string, param: string, locale: Locale): string | null {
  const fields: Readonly<Record<string, Said>> = form === undefined ? {} : formWords[form];
  const field = param.split(/[[.]/)[0] ?? '';
  const said = fields[field] ?? fieldsOfAnyForm[field];
  if (said === undefined) return null;
  return code === 'missing_required_parameter' ? `${missing[locale]}${locale === 'en' ? ' ' : ''}${said[locale]}` : said[locale];
}

/** All forms with their fields. */
export const formFields: readonly (readonly [FormName, readonly string[]])[] = Object.entries(formWords).map(([form, fields]) => [
  form as FormName,
  Object.keys(fields),
]);
