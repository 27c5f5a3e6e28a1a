import { plainText, RawJson, textIn, wordIn, type SpannedObject, type SpannedValue } from '../../../json/spanned.ts';
import type { Note } from './features.ts';
import type { HubOutput } from './hub-request.ts';

/**
 * The form of the output in the protocols of which the types are `text`, `json_object` and `json_schema`.
 * @param asked has the schema.
 * @param of.param names the format to the client.
 */
export function readFormat(
  type: SpannedValue | undefined,
  asked: SpannedObject | null,
  { note, param }: { readonly note: Note; readonly param: string },
): HubOutput {
  if (type === undefined || type === 'text') return { kind: 'text' };
  if (type === 'json_object') {
    note('json_object', param);
    return { kind: 'json' };
  }
  if (type !== 'json_schema' || !(asked?.schema instanceof RawJson)) {
    note('output_format', param);
    return { kind: 'text' };
  }
  note('json_schema', param);
  const { name, schema, strict } = asked;
  const description = textIn(asked.description);
  return {
    kind: 'schema',
    name: wordIn(name),
    description: description === null ? null : plainText(description),
    schema,
    strict: typeof strict === 'boolean' ? strict : null,
  };
}
