import { z } from 'zod';
import { textField, timeAnswer } from '../fields.ts';
import { locales } from '../enumerations.ts';
import { requestKinds } from './service-requests.ts';

/** Of each kind of request. */
export const documentsMax = 10;

const title = textField('What the document is called.', 100, 1);
const version = z.iso
  .date({ error: 'must be a date such as "2026-11-23"' })
  .meta({ description: 'The day from which this version of the document holds.' });

/** Beside the file, which is the body. */
export const addDocumentQuery = z.strictObject({
  kind: z.enum(requestKinds),
  locale: z.enum(locales).meta({ description: 'The language it is written in.' }),
  title,
  version_on: version,
});
export const replaceDocumentQuery = z.strictObject({ title, version_on: version });

export const contractDocumentAnswer = z
  .object({
    id: z.string(),
    kind: z.enum(requestKinds),
    locale: z.enum(locales),
    title: z.string(),
    version_on: z.string(),
    bytes: z.number(),
  })
  .meta({ id: 'ContractDocument' });
export const contractDocuments = z.object({ data: z.array(contractDocumentAnswer) }).meta({ id: 'ContractDocuments' });

export const adminContractDocument = contractDocumentAnswer
  .extend({ uploaded_by: z.string(), uploaded_at: timeAnswer })
  .meta({ id: 'AdminContractDocument' });
export const adminContractDocuments = z.object({ data: z.array(adminContractDocument) }).meta({ id: 'AdminContractDocuments' });

export type ContractDocumentAnswer = z.output<typeof contractDocumentAnswer>;
export type AdminContractDocument = z.output<typeof adminContractDocument>;
