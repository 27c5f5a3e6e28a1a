import { fieldsOf, type Fields } from '../fields-of.ts';

/** The fields of a small JSON object; empty if it is invalid. */
export function parsedFields(bytes: Buffer): Fields {
  try {
    return fieldsOf(JSON.parse(bytes.toString()));
  } catch {
    return {};
  }
}
