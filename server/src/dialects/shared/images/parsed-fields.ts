import { fieldsOf, type Fields } from '../fields-of.ts';

/** The members of a small JSON object; none if it is invalid. */
export function parsedFields(bytes: Buffer): Fields {
  try {
    return fieldsOf(JSON.parse(bytes.toString()));
  } catch {
    return {};
  }
}
