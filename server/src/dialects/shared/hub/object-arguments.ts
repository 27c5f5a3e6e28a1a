import { jsonObject, type Json } from '../../../json/compose.ts';
import { plainText, textJson } from '../../../json/spanned.ts';
import { freeArgumentsJson } from './free-arguments.ts';
import type { ToolArguments } from './hub-request.ts';

/** The text if it is a JSON object, unchanged, so that numbers stay exact; otherwise `null`. */
function objectIn(text: string): string | null {
  if (text.trim() === '') return '{}';
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? text : null;
  } catch {
    return null;
  }
}

/** The arguments as an object, for protocols that have no text. Arguments that are no object become the only member of one. */
export function objectArguments(args: ToolArguments): Json {
  if (args.form === 'object') return args.json.text.startsWith('{') ? args.json.bytes : jsonObject([['input', args.json.bytes]]);
  if (args.form === 'free') return freeArgumentsJson(args.text);
  return objectIn(plainText(args.json)) ?? jsonObject([['input', textJson(args.json)]]);
}
