import { openaiLibrary } from '../../code/client-calls.ts';
import { noAnswer, type Answer } from '../chat-turn.ts';
import { fieldsOf, listOf, textOf, type Fields } from './fields.ts';
import type { ChatProtocol, StreamReader } from './protocol.ts';

function userContent(content: unknown): unknown {
  if (!Array.isArray(content)) return content;
  return listOf(content).map(({ type, text, image_url: image }) =>
    type === 'image_url' ? { type: 'input_image', image_url: fieldsOf(image).url } : { type: 'input_text', text },
  );
}

function itemsOf({ role, content, tool_calls: calls, tool_call_id: id }: Fields): readonly Fields[] {
  if (role === 'tool') return [{ type: 'function_call_output', call_id: id, output: content }];
  if (role !== 'assistant') return [{ role, content: userContent(content) }];
  const called = listOf(calls).map(({ id: callId, function: named }) => {
    const { name, arguments: text } = fieldsOf(named);
    return { type: 'function_call', call_id: callId, name, arguments: text };
  });
  return [...(textOf(content) === '' ? [] : [{ role, content }]), ...called];
}

/** Tools of the vendor are sent as they are. */
function toolOf(tool: Fields): Fields {
  return tool.function === undefined ? tool : { type: 'function', ...fieldsOf(tool.function) };
}

function formatOf(format: unknown): Fields {
  const { type, json_schema: named } = fieldsOf(format);
  return { type, ...fieldsOf(named) };
}

const request: ChatProtocol['request'] = (chat) => {
  const messages = listOf(chat.messages);
  const system = messages.filter(({ role }) => role === 'system').map(({ content }) => String(content));
  return {
    model: chat.model,
    ...(system.length === 0 ? {} : { instructions: system.join('\n\n') }),
    input: messages.filter(({ role }) => role !== 'system').flatMap(itemsOf),
    ...(chat.max_tokens === undefined ? {} : { max_output_tokens: chat.max_tokens }),
    ...(chat.tools === undefined ? {} : { tools: listOf(chat.tools).map(toolOf) }),
    ...(chat.temperature === undefined ? {} : { temperature: chat.temperature }),
    ...(chat.top_p === undefined ? {} : { top_p: chat.top_p }),
    ...(chat.response_format === undefined ? {} : { text: { format: formatOf(chat.response_format) } }),
    ...(chat.stream === true ? { stream: true } : {}),
  };
};

/** Adds to a text that is empty at first. */
const added: Readonly<Record<string, 'text' | 'reasoning' | 'refusal'>> = {
  'response.output_text.delta': 'text',
  'response.reasoning_text.delta': 'reasoning',
  'response.reasoning_summary_text.delta': 'reasoning',
  'response.refusal.delta': 'refusal',
};

/** Why the answer ended, in the words of chat completions. */
function withEnd(answer: Answer, { incomplete_details: details }: Fields): Answer {
  const { reason } = fieldsOf(details);
  return { ...answer, finishReason: reason === 'max_output_tokens' ? 'length' : typeof reason === 'string' ? reason : 'stop' };
}

/** Only an event with the ended response completes it. */
function createReader(): StreamReader {
  let answer = noAnswer;
  /** The places of the tool calls, by their places in the output. */
  const places = new Map<unknown, number>();
  const setInput = (at: unknown, change: (input: string) => string): void => {
    const place = places.get(at);
    const toolCalls = answer.toolCalls.map((call, index) => (index === place ? { ...call, input: change(call.input) } : call));
    answer = { ...answer, toolCalls };
  };
  const take = ({ type, output_index: at, delta, item }: Fields): void => {
    const name = added[textOf(type)];
    if (name !== undefined) answer = { ...answer, [name]: answer[name] + textOf(delta) };
    else if (type === 'response.reasoning_summary_part.added' && answer.reasoning !== '')
      answer = { ...answer, reasoning: `${answer.reasoning}\n\n` };
    else if (type === 'response.output_item.added' && fieldsOf(item).type === 'function_call') {
      places.set(at, answer.toolCalls.length);
      answer = withItem(answer, fieldsOf(item));
    } else if (type === 'response.function_call_arguments.delta') setInput(at, (input) => input + textOf(delta));
    else if (type === 'response.output_item.done' && places.has(at)) setInput(at, () => textOf(fieldsOf(item).arguments));
  };
  return (data) => {
    const event = fieldsOf(JSON.parse(data));
    const ended = fieldsOf(event.response);
    if (event.type === 'response.failed') return { kind: 'failed', body: ended };
    if (event.type === 'error') return { kind: 'failed', body: { error: event.error ?? event } };
    take(event);
    if (event.type !== 'response.completed' && event.type !== 'response.incomplete') return { kind: 'more', answer };
    return { kind: 'complete', answer: withEnd(answer, ended) };
  };
}

function withItem(answer: Answer, { type, content, summary, call_id: id, name, arguments: input }: Fields): Answer {
  const textIn = (parts: unknown, member = 'text', between = ''): string =>
    listOf(parts)
      .map((part) => textOf(part[member]))
      .join(between);
  if (type === 'message')
    return { ...answer, text: answer.text + textIn(content), refusal: answer.refusal + textIn(content, 'refusal') };
  if (type === 'reasoning')
    return { ...answer, reasoning: answer.reasoning + (textIn(content) || textIn(summary, 'text', '\n\n')) };
  if (type !== 'function_call') return answer;
  return { ...answer, toolCalls: [...answer.toolCalls, { id: textOf(id), name: textOf(name), input: textOf(input) }] };
}

export const responses: ChatProtocol = {
  name: 'Responses',
  path: '/responses',
  limitField: 'max_output_tokens',
  usualLimit: () => null,
  formats: ['text', 'json_object', 'json_schema'],
  ownFields: ['model', 'input', 'instructions', 'stream'],
  request,
  createReader,
  readWhole: (body) => {
    const response = fieldsOf(body);
    return withEnd(listOf(response.output).reduce(withItem, noAnswer), response);
  },
  calls: {
    library: openaiLibrary,
    method: 'responses.create',
    named: [
      ...['model', 'instructions', 'input', 'max_output_tokens', 'tools', 'tool_choice', 'parallel_tool_calls', 'temperature'],
      ...['top_p', 'top_logprobs', 'text', 'reasoning', 'include', 'metadata', 'prompt_cache_key', 'safety_identifier'],
      ...['service_tier', 'store', 'truncation', 'stream'],
    ],
    python: {
      whole: 'print(answer.output_text)',
      streamed: `for event in answer:
    if event.type == "response.output_text.delta":
        print(event.delta, end="", flush=True)`,
    },
    node: {
      whole: 'console.log(answer.output_text);',
      streamed: `for await (const event of answer) {
  if (event.type === 'response.output_text.delta') process.stdout.write(event.delta);
}`,
    },
  },
};
