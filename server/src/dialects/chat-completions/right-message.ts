type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** An integer from 0 on, also as text; otherwise `null`. */
export function placeOf(value: unknown): number | null {
  const place = typeof value === 'string' && /^\d{1,6}$/.test(value) ? Number(value) : value;
  return Number.isSafeInteger(place) && (place as number) >= 0 ? (place as number) : null;
}

/** Arguments are text, even if an upstream sends another type. */
export function argumentsText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined || value === null ? '' : JSON.stringify(value);
}

function textIn(part: Fields): string | null {
  if (part.type !== 'text') return null;
  return typeof part.text === 'string' ? part.text : '';
}

function thoughtIn(part: Fields): string | null {
  if (part.type !== 'thinking') return null;
  if (typeof part.thinking === 'string') return part.thinking;
  const parts: readonly unknown[] = Array.isArray(part.thinking) ? part.thinking : [];
  return parts.map((inner) => (isFields(inner) ? (textIn(inner) ?? '') : '')).join('');
}

/**
 * Converts content that is a list of parts to text and reasoning. A list with a part of another type stays unchanged.
 * @returns the same message if its content is no such list.
 */
export function withContentAsText(message: Fields): Fields {
  const { content } = message;
  if (!Array.isArray(content)) return message;
  let [text, thoughts] = ['', ''];
  for (const part of content as readonly unknown[]) {
    if (!isFields(part)) return message;
    const [said, thought] = [textIn(part), thoughtIn(part)];
    if (said === null && thought === null) return message;
    text += said ?? '';
    thoughts += thought ?? '';
  }
  return { ...message, content: text, ...(thoughts === '' ? {} : { reasoning_content: thoughts }) };
}

/**
 * Ensures that the arguments of a function call in the older form are text.
 * @returns the same message if they are.
 */
export function withFunctionCall(message: Fields): Fields {
  const { function_call: call } = message;
  if (!isFields(call) || call.arguments === undefined || typeof call.arguments === 'string') return message;
  return { ...message, function_call: { ...call, arguments: argumentsText(call.arguments) } };
}
