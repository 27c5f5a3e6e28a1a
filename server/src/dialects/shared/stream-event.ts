import { fieldsOf, type Fields } from './fields-of.ts';

/** Whether the last event of a stream, which may lack its blank line, is not truncated. */
export function isWholeEvent(data: string): boolean {
  if (data.startsWith('[DONE]')) return true;
  try {
    JSON.parse(data);
    return true;
  } catch {
    return false;
  }
}

/** @returns an event and its JSON on one line; the fault if it is no JSON object. */
export function readStreamEvent(data: string): { readonly fields: Fields; readonly text: string } | string {
  // A line break can only occur between tokens, where it has no meaning; it must not break the event framing.
  const text = data.includes('\n') ? data.replaceAll('\n', '') : data;
  let event: unknown;
  try {
    event = JSON.parse(text);
  } catch {
    return 'a frame of the stream is not valid JSON';
  }
  const fields = fieldsOf(event);
  return fields === event ? { fields, text } : 'a frame of the stream is not an object';
}
