import { z } from 'zod';
import { textField, timeAnswer } from '../fields.ts';
import { locales } from '../enumerations.ts';
import { requestKinds } from './service-requests.ts';

/** Maximum number for each kind of request. */
export const documentsMax = 10;

const title = textField('Title of the document.', 100, 1);
const version = z.iso
  .date({ error: 'must be a date such as "2026-11-23"' })
  .meta({ description: 'Effective date of this version.' });

/** Parameters that accompany the file in the body. */
export const addDocumentQuery = z.strictObject({
  kind: z.enum(requestKinds),
  locale: z.enum(locales).meta({ description: 'Language of the document.' }),
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
