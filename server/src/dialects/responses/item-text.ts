import { addText, type TextCounts } from '../../json/text-count.ts';
import { fieldsOf, type Fields } from '../shared/fields-of.ts';

function addParts(parts: unknown, counts: TextCounts): void {
  if (!Array.isArray(parts)) return;
  for (const part of parts) {
    const { text, refusal } = fieldsOf(part);
    for (const said of [text, refusal]) if (typeof said === 'string') addText(said, counts);
  }
}

/** Counts what the model wrote in an item: text, refusal, reasoning, arguments. */
export function addItemText(item: Fields, counts: TextCounts): void {
  addParts(item.content, counts);
  addParts(item.summary, counts);
  for (const written of [item.arguments, item.input]) if (typeof written === 'string') addText(written, counts);
}
