type Fields = Readonly<Record<string, unknown>>;

/** Required by the protocol, and left to the model in a chat. */
const usualTokensMax = 1_024;

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.map(fieldsOf) : [];
}

function imageBlock(url: string): Fields {
  const [, mediaType, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? [];
  const source = data === undefined ? { type: 'url', url } : { type: 'base64', media_type: mediaType, data };
  return { type: 'image', source };
}

function userContent(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return listOf(content).map((part) =>
    part.type === 'image_url' ? imageBlock(String(fieldsOf(part.image_url).url)) : { type: 'text', text: part.text },
  );
}

/** Arguments of a call that are no JSON object are shown as the only field of one. */
function inputOf(text: unknown): unknown {
  try {
    return JSON.parse(String(text)) as unknown;
  } catch {
    return { input: text };
  }
}

function assistantContent({ content, tool_calls: calls }: Fields): unknown {
  const called = listOf(calls).map(({ id, function: named }) => {
    const { name, arguments: text } = fieldsOf(named);
    return { type: 'tool_use', id, name, input: inputOf(text) };
  });
  if (called.length === 0) return content;
  return [...(typeof content === 'string' && content !== '' ? [{ type: 'text', text: content }] : []), ...called];
}

function turnOf(message: Fields): Fields {
  if (message.role === 'assistant') return { role: 'assistant', content: assistantContent(message) };
  if (message.role !== 'tool') return { role: 'user', content: userContent(message.content) };
  return { role: 'user', content: [{ type: 'tool_result', tool_use_id: message.tool_call_id, content: message.content }] };
}

function toolOf({ function: named }: Fields): Fields {
  const { name, description, parameters } = fieldsOf(named);
  return { name, ...(description === undefined ? {} : { description }), input_schema: parameters ?? { type: 'object' } };
}

function choiceOf(choice: unknown): Fields | null {
  if (choice === 'required') return { type: 'any' };
  if (typeof choice === 'string') return { type: choice };
  const { name } = fieldsOf(fieldsOf(choice).function);
  return name === undefined ? null : { type: 'tool', name };
}

/** A chat request as a request of the Messages protocol, without the fields that it does not have. */
export function messagesRequest(chat: Fields): Fields {
  const messages = listOf(chat.messages);
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => String(content));
  const tools = listOf(chat.tools).map(toolOf);
  const choice = chat.tool_choice === undefined || tools.length === 0 ? null : choiceOf(chat.tool_choice);
  return {
    model: chat.model,
    max_tokens: chat.max_completion_tokens ?? chat.max_tokens ?? usualTokensMax,
    ...(system.length === 0 ? {} : { system: system.join('\n\n') }),
    messages: messages.filter(({ role }) => role !== 'system').map(turnOf),
    ...(tools.length === 0 ? {} : { tools }),
    ...(choice === null ? {} : { tool_choice: choice }),
    ...(chat.stop === undefined ? {} : { stop_sequences: [chat.stop].flat() }),
    ...(chat.temperature === undefined ? {} : { temperature: chat.temperature }),
    ...(chat.top_p === undefined ? {} : { top_p: chat.top_p }),
    ...(chat.stream === true ? { stream: true } : {}),
  };
}
