import { jsonObject, type Json } from '../../../json/compose.ts';
import { joinedTextJson, plainText, textJson, type SpannedObject, type SpannedValue, type Text } from '../../../json/spanned.ts';
import type { HubTool } from './hub-request.ts';

/** The only argument of a function that represents a custom tool. */
const argument = 'input';

const parameters = `{"type":"object","properties":{"${argument}":{"type":"string"}},"required":["${argument}"],"additionalProperties":false}`;

function isText(value: SpannedValue | undefined): value is Text {
  return typeof value === 'string' || (typeof value === 'object' && value !== null && 'bytes' in value && 'text' in value);
}

/** What the format demands of the text, in words; empty if nothing. */
function demandsOf(format: SpannedValue): readonly Text[] {
  if (typeof format !== 'object' || format === null || Array.isArray(format)) return [];
  const { syntax, definition } = format as SpannedObject;
  if (!isText(definition)) return [];
  return [
    `\`${argument}\` must match this grammar${syntax === undefined || !isText(syntax) ? '' : ` (${plainText(syntax)})`}:\n`,
    definition,
  ];
}

/** A custom tool as a function with one text argument, for upstreams that have functions only. */
export function functionOfFree(tool: HubTool): { readonly description: Json; readonly parameters: Json } {
  const demands = tool.parameters.form === 'free' ? demandsOf(tool.parameters.format) : [];
  const lead = tool.description === null ? [] : [tool.description, '\n\n'];
  const description = joinedTextJson([
    ...lead,
    `Send the whole text in \`${argument}\`.`,
    ...(demands.length === 0 ? [] : ['\n', ...demands]),
  ]);
  return { description, parameters };
}

/** The arguments of that function, as a JSON object. */
export function freeArgumentsJson(text: Text): Json {
  return jsonObject([[argument, textJson(text)]]);
}

/** The free text from the arguments of that function, as the model wrote them. Arguments in another form are the text itself. */
export function freeTextOf(written: string): string {
  try {
    const value: unknown = JSON.parse(written);
    if (typeof value === 'string') return value;
    if (typeof value !== 'object' || value === null) return written;
    const { [argument]: text } = value as Readonly<Record<string, unknown>>;
    return typeof text === 'string' ? text : written;
  } catch {
    return written;
  }
}
