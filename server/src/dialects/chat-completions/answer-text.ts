import { addText, type TextCounts } from '../../json/text-count.ts';

type Fields = Readonly<Record<string, unknown>>;

function fieldsOf(value: unknown): Fields | null {
  return typeof value === 'object' && value !== null ? (value as Fields) : null;
}

function addParts(content: readonly unknown[], counts: TextCounts): void {
  for (const part of content) {
    const text = fieldsOf(part)?.text;
    if (typeof text === 'string') addText(text, counts);
  }
}

function addCall(call: unknown, counts: TextCounts): void {
  const fields = fieldsOf(call);
  if (typeof fields?.name === 'string') addText(fields.name, counts);
  if (typeof fields?.arguments === 'string') addText(fields.arguments, counts);
}

/** Counts the model's text in a message, or in a part of one: content, reasoning, refusal, tool calls. */
export function addAnswerText(message: unknown, counts: TextCounts): void {
  const fields = fieldsOf(message);
  if (fields === null) return;
  const { content, refusal, tool_calls: calls } = fields;
  if (typeof content === 'string') addText(content, counts);
  else if (Array.isArray(content)) addParts(content, counts);
  const reasoning = fields.reasoning_content ?? fields.reasoning;
  if (typeof reasoning === 'string') addText(reasoning, counts);
  if (typeof refusal === 'string') addText(refusal, counts);
  if (Array.isArray(calls)) for (const call of calls) addCall(fieldsOf(call)?.function, counts);
  if (fields.function_call !== undefined) addCall(fields.function_call, counts);
}
