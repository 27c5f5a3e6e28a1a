import { withMember } from '../../json/with-member.ts';
import { withObject } from '../../json/with-object.ts';
import { fieldsOf, type Fields } from '../shared/fields-of.ts';
import type { LastItem } from './items-so-far.ts';

/** Events that contain the response as it is so far. */
const lifecycle: ReadonlySet<string> = new Set(['response.created', 'response.in_progress', 'response.queued']);
/** Deltas that clients add to a text. */
const textual: ReadonlySet<string> = new Set(
  ['output_text', 'refusal', 'reasoning_summary_text', 'reasoning_text', 'function_call_arguments', 'custom_tool_call_input'].map(
    (name) => `response.${name}.delta`,
  ),
);
/** Members of items that official clients read without asking whether they exist. */
const needed: ReadonlyMap<unknown, readonly [name: string, empty: string, isRight: (value: unknown) => boolean]> = new Map([
  ['message', ['content', '[]', Array.isArray]],
  ['reasoning', ['summary', '[]', Array.isArray]],
  ['function_call', ['arguments', '""', (value) => typeof value === 'string']],
  ['custom_tool_call', ['input', '""', (value) => typeof value === 'string']],
]);

/** Whether clients learn from the event that a response has begun. */
export function begins(type: string): boolean {
  return lifecycle.has(type);
}

/** The JSON of an event as official clients can read it; `null` if it says nothing. */
export function readableEvent(text: string, event: Fields, type: string): string | null {
  if (lifecycle.has(type)) return fieldsOf(event.response) === event.response ? text : null;
  if (textual.has(type)) return typeof event.delta === 'string' ? text : null;
  if (type !== 'response.output_item.added' && type !== 'response.output_item.done') return text;
  const item = fieldsOf(event.item);
  if (item !== event.item) return null;
  const found = needed.get(item.type);
  if (found === undefined) return text;
  const [name, empty, isRight] = found;
  if (isRight(item[name])) return text;
  return withObject(text, 'item', (object) => withMember(object, name, empty));
}

function frame(event: { readonly type: string } & Fields): string {
  return `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
}

/** The beginning of a response that its upstream left out. */
export function beginning(id: string, model: string): string {
  const response = { id, object: 'response', created_at: 0, model, status: 'in_progress', output: [] };
  return frame({ type: 'response.created', response, sequence_number: 0 });
}

/** What says that items are complete, where only the last event of the upstream does. Agents act on it alone. */
export function endings(items: readonly LastItem[], sequence: number): string {
  let next = sequence;
  return items
    .map(({ place, index, isNew, item }) => {
      const at = /^\d+$/.test(place) ? Number(place) : index;
      const types = isNew ? (['added', 'done'] as const) : (['done'] as const);
      return types
        .map((name) => frame({ type: `response.output_item.${name}`, output_index: at, item, sequence_number: next++ }))
        .join('');
    })
    .join('');
}
