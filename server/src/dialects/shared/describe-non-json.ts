/** Describes for the log what arrived in place of an answer. */
export function describeNonJson(text: string): string {
  if (/^\s*(data|event|id|retry)?:/.test(text)) return 'an event stream came in place of a JSON document';
  if (/^\s*</.test(text)) return 'an HTML page came in place of a JSON document';
  return text.trim() === '' ? 'the answer is empty' : 'the answer is not one complete JSON document';
}
