import type { ClientLibrary } from '../../code/client-calls.ts';
import { noAnswer, type Answer } from '../chat-turn.ts';
import { fieldsOf, listOf, textOf, type Fields } from './fields.ts';
import type { ChatProtocol, StreamReader } from './protocol.ts';

/** The protocol requires a limit. */
function usualLimit(outputLimit: number | null): number {
  return Math.min(4_096, outputLimit ?? Infinity);
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

/** Arguments of a call that are no JSON are sent as the only field of an object. */
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

/** Tools of the vendor are sent as they are. */
function toolOf(tool: Fields): Fields {
  if (tool.function === undefined) return tool;
  const { name, description, parameters } = fieldsOf(tool.function);
  return { name, ...(description === undefined ? {} : { description }), input_schema: parameters ?? { type: 'object' } };
}

function outputOf(format: unknown): Fields {
  const { json_schema: named } = fieldsOf(format);
  if (named === undefined) return {};
  return { output_config: { format: { type: 'json_schema', schema: fieldsOf(named).schema } } };
}

const request: ChatProtocol['request'] = (chat, outputLimit) => {
  const messages = listOf(chat.messages);
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => String(content));
  const tools = listOf(chat.tools).map(toolOf);
  return {
    model: chat.model,
    max_tokens: chat.max_tokens ?? usualLimit(outputLimit),
    ...(system.length === 0 ? {} : { system: system.join('\n\n') }),
    messages: messages.filter(({ role }) => role !== 'system').map(turnOf),
    ...(tools.length === 0 ? {} : { tools }),
    ...(chat.temperature === undefined ? {} : { temperature: chat.temperature }),
    ...(chat.top_p === undefined ? {} : { top_p: chat.top_p }),
    ...outputOf(chat.response_format),
    ...(chat.stream === true ? { stream: true } : {}),
  };
};

const finishReasons: Readonly<Record<string, string>> = {
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  refusal: 'content_filter',
};

function withReason(answer: Answer, reason: unknown): Answer {
  return typeof reason === 'string' ? { ...answer, finishReason: finishReasons[reason] ?? reason } : answer;
}

function withBlock(answer: Answer, { type, text, thinking, id, name, input }: Fields): Answer {
  if (type === 'text') return { ...answer, text: answer.text + textOf(text) };
  if (type === 'thinking') return { ...answer, reasoning: answer.reasoning + textOf(thinking) };
  if (type !== 'tool_use') return answer;
  const written = Object.keys(fieldsOf(input)).length === 0 ? '' : JSON.stringify(input);
  return { ...answer, toolCalls: [...answer.toolCalls, { id: textOf(id), name: textOf(name), input: written }] };
}

/** Blocks arrive one after the other, so that arguments belong to the last call. */
function withDelta(answer: Answer, delta: Fields): Answer {
  if (delta.type !== 'input_json_delta') return withBlock(answer, { ...delta, type: textOf(delta.type).replace('_delta', '') });
  const last = answer.toolCalls.at(-1);
  if (last === undefined) return answer;
  const input = last.input + textOf(delta.partial_json);
  return { ...answer, toolCalls: [...answer.toolCalls.slice(0, -1), { ...last, input }] };
}

/** A call without arguments has an empty object. */
function withInputs(answer: Answer): Answer {
  return { ...answer, toolCalls: answer.toolCalls.map((call) => (call.input === '' ? { ...call, input: '{}' } : call)) };
}

/** Only `message_stop` completes a response. */
function createReader(): StreamReader {
  let answer = noAnswer;
  return (data) => {
    const event = fieldsOf(JSON.parse(data));
    if (event.type === 'error') return { kind: 'failed', body: event };
    if (event.type === 'content_block_start') answer = withBlock(answer, fieldsOf(event.content_block));
    else if (event.type === 'content_block_delta') answer = withDelta(answer, fieldsOf(event.delta));
    else if (event.type === 'content_block_stop') answer = withInputs(answer);
    else if (event.type === 'message_delta') answer = withReason(answer, fieldsOf(event.delta).stop_reason);
    return { kind: event.type === 'message_stop' ? 'complete' : 'more', answer };
  };
}

const anthropicLibrary: ClientLibrary = {
  python: (base) => `import os
from anthropic import Anthropic

client = Anthropic(base_url="${base.replace(/\/v1$/, '')}", auth_token=os.environ["TOLLGATE_KEY"])
`,
  node: (base) => `import Anthropic from '@anthropic-ai/sdk';

const client = new Anthropic({ baseURL: '${base.replace(/\/v1$/, '')}', authToken: process.env.TOLLGATE_KEY });
`,
};

export const messages: ChatProtocol = {
  name: 'Messages',
  path: '/messages',
  limitField: 'max_tokens',
  usualLimit,
  formats: ['text', 'json_schema'],
  ownFields: ['model', 'messages', 'system', 'stream'],
  request,
  createReader,
  readWhole: (body) => {
    const { content, stop_reason: reason } = fieldsOf(body);
    return withReason(withInputs(listOf(content).reduce(withBlock, noAnswer)), reason);
  },
  calls: {
    library: anthropicLibrary,
    method: 'messages.create',
    // Version 1 of the library has no arguments for sampling.
    named: [
      ...['model', 'max_tokens', 'system', 'messages', 'tools', 'tool_choice', 'stop_sequences', 'thinking', 'output_config'],
      ...['metadata', 'service_tier', 'stream'],
    ],
    python: {
      whole: 'print(answer.content)',
      streamed: `for event in answer:
    if event.type == "content_block_delta" and event.delta.type == "text_delta":
        print(event.delta.text, end="", flush=True)`,
    },
    node: {
      whole: 'console.log(answer.content);',
      streamed: `for await (const event of answer) {
  if (event.type === 'content_block_delta' && event.delta.type === 'text_delta') process.stdout.write(event.delta.text);
}`,
    },
  },
};
