import { withMember } from '../../json/with-member.ts';
import { withObject } from '../../json/with-object.ts';
import { fieldsOf, type Fields } from '../shared/fields-of.ts';

/** Official clients need these figures, even if they are not known yet. */
function withFigures(object: string, usage: unknown, names: readonly string[]): string {
  const known = fieldsOf(usage);
  const missing = names.filter((name) => typeof known[name] !== 'number');
  if (missing.length === 0) return object;
  if (known !== usage) return withMember(object, 'usage', JSON.stringify(Object.fromEntries(names.map((name) => [name, 0]))));
  return withObject(object, 'usage', (figures) => missing.reduce((text, name) => withMember(text, name, '0'), figures));
}

/** The JSON of `message_start` with the members that official clients read; `null` if it contains no message. */
export function readableStart(text: string, { message }: Fields, model: string): string | null {
  const sent = fieldsOf(message);
  if (sent !== message) return null;
  return withObject(text, 'message', (object) => {
    const named = withMember(object, 'model', JSON.stringify(model));
    const listed = Array.isArray(sent.content) ? named : withMember(named, 'content', '[]');
    return withFigures(listed, sent.usage, ['input_tokens', 'output_tokens']);
  });
}

/** The JSON of `message_delta` with the members that official clients read. */
export function readableEnd(text: string, { delta, usage }: Fields): string {
  const told = fieldsOf(delta) === delta ? text : withMember(text, 'delta', '{"stop_reason":null,"stop_sequence":null}');
  return withFigures(told, usage, ['output_tokens']);
}
