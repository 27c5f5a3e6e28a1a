import { jsonBytes, type Json } from '../../../json/compose.ts';
import { jsonInString } from '../../../json/json-in-string.ts';
import { textJson } from '../../../json/spanned.ts';
import { freeArgumentsJson } from './free-arguments.ts';
import type { ToolArguments } from './hub-request.ts';

/** The arguments of a function as a text that contains a JSON object, for protocols that have no objects. */
export function argumentsInString(args: ToolArguments): Json {
  if (args.form === 'object') return jsonInString(args.json.bytes);
  if (args.form === 'free') return jsonInString(jsonBytes(freeArgumentsJson(args.text)));
  return args.json === '' ? '"{}"' : textJson(args.json);
}
