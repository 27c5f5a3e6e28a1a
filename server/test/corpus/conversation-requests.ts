import type { Conversation, Said, SomeCall, SomeTool, Step } from './conversations.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Stands for JSON text until {@link bodyText}, so that its numbers stay as they are written. */
function raw(json: string): string {
  return `@@json ${json} json@@`;
}

/** A request as JSON text. */
export function bodyText(request: Fields): string {
  return JSON.stringify(request).replaceAll(/"@@json (.*?) json@@"/g, (_, json: string) => JSON.parse(`"${json}"`) as string);
}

/** The name where the protocol has no namespaces. */
export function flatName({ name, namespace }: Pick<SomeTool, 'name' | 'namespace'>): string {
  return namespace === null ? name : `${namespace}__${name}`;
}

function given(members: Fields): Fields {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null && value !== undefined));
}

const pdfUrl = (data: string): string => `data:application/pdf;base64,${data}`;

function chatPart(part: Said): object {
  if (part.kind === 'text') return { type: 'text', text: part.text };
  if (part.kind === 'image') return { type: 'image_url', image_url: { url: part.url } };
  return { type: 'file', file: { filename: 'document', file_data: pdfUrl(part.data) } };
}

function chatCall({ id, tool, args }: SomeCall): object {
  const name = flatName(tool);
  return tool.schema === null
    ? { id, type: 'custom', custom: { name, input: args } }
    : { id, type: 'function', function: { name, arguments: args } };
}

function* chatStep({ said, reminder, thought, text, calls }: Step): Generator<object> {
  yield { role: 'user', content: said.map(chatPart) };
  if (reminder !== null) yield { role: 'system', content: reminder };
  const thinking =
    thought === null
      ? {}
      : {
          reasoning_content: thought.text,
          reasoning_details: [{ id: `tg_reasoning_${String(thought.text.length)}`, data: thought.seal }],
        };
  const called = calls.length === 0 ? {} : { tool_calls: calls.map(chatCall) };
  yield { role: 'assistant', content: text ?? (calls.length === 0 ? 'ok' : null), ...thinking, ...called };
  for (const { id, result } of calls) yield { role: 'tool', tool_call_id: id, content: result.map(chatPart) };
}

function chatTool(tool: SomeTool): object {
  const own = { name: flatName(tool), description: 'Does it' };
  return tool.schema === null
    ? { type: 'custom', custom: own }
    : { type: 'function', function: { ...own, parameters: raw(tool.schema) } };
}

/** A conversation as a request of chat completions. */
export function asChat(some: Conversation): Fields {
  const { choice } = some;
  const named = choice !== null && typeof choice === 'object' ? choice.tool : null;
  const key = named?.schema === null ? 'custom' : 'function';
  const system = some.system === null ? [] : [{ role: 'system', content: some.system }];
  return given({
    model: 'm',
    messages: [
      ...system,
      ...some.steps.flatMap((step) => [...chatStep(step)]),
      { role: 'user', content: some.last.map(chatPart) },
    ],
    tools: some.tools.length === 0 ? null : some.tools.map(chatTool),
    tool_choice: named === null ? choice : { type: key, [key]: { name: flatName(named) } },
    parallel_tool_calls: some.isSingle ? false : null,
    temperature: some.temperature,
    max_completion_tokens: some.outputTokensMax,
    reasoning_effort: some.effort,
    response_format:
      some.schema === null ? null : { type: 'json_schema', json_schema: { name: 'answer', schema: raw(some.schema) } },
    user: some.user,
  });
}

function messagesBlock(part: Said): object {
  if (part.kind === 'text') return part.text === '' ? { type: 'text', text: '-' } : { type: 'text', text: part.text };
  if (part.kind === 'pdf')
    return { type: 'document', source: { type: 'base64', media_type: 'application/pdf', data: part.data } };
  const [, data] = part.url.split(';base64,');
  const source = data === undefined ? { type: 'url', url: part.url } : { type: 'base64', media_type: 'image/png', data };
  return { type: 'image', source };
}

function* messagesStep({ said, reminder, thought, text, calls }: Step): Generator<object> {
  yield { role: 'user', content: said.map(messagesBlock) };
  if (reminder !== null) yield { role: 'system', content: reminder };
  const uses = calls.map(({ id, tool, args }) => {
    const input = tool.schema === null ? { input: args } : raw(args);
    return { type: 'tool_use', id, name: flatName(tool), input };
  });
  const spoken = text ?? (calls.length === 0 ? 'ok' : null);
  yield {
    role: 'assistant',
    content: [
      ...(thought === null ? [] : [{ type: 'thinking', thinking: thought.text, signature: thought.seal }]),
      ...(spoken === null ? [] : [{ type: 'text', text: spoken }]),
      ...uses,
    ],
  };
  if (calls.length > 0)
    yield {
      role: 'user',
      content: calls.map(({ id, result, isError }) => ({
        ...{ type: 'tool_result', tool_use_id: id, content: result.map(messagesBlock) },
        ...(isError ? { is_error: true } : {}),
      })),
    };
}

const freeSchema = '{"type":"object","properties":{"input":{"type":"string"}}}';

/** A conversation as a request of Messages, which has functions only. */
export function asMessages(some: Conversation): Fields {
  const { choice } = some;
  const types = { auto: 'auto', none: 'none', required: 'any' } as const;
  const chosen =
    choice === null ? null : typeof choice === 'object' ? { type: 'tool', name: flatName(choice.tool) } : { type: types[choice] };
  const single = some.isSingle && chosen?.type !== 'none' ? { type: 'auto', ...chosen, disable_parallel_tool_use: true } : chosen;
  const config = given({
    effort: some.effort,
    format: some.schema === null ? null : { type: 'json_schema', schema: raw(some.schema) },
  });
  return given({
    model: 'm',
    max_tokens: some.outputTokensMax ?? 2_000,
    system: some.system,
    messages: [...some.steps.flatMap((step) => [...messagesStep(step)]), { role: 'user', content: some.last.map(messagesBlock) }],
    tools:
      some.tools.length === 0
        ? null
        : some.tools.map((tool) => ({
            ...{ name: flatName(tool), description: 'Does it', input_schema: raw(tool.schema ?? freeSchema) },
          })),
    tool_choice: some.tools.length === 0 ? null : single,
    temperature: some.temperature,
    output_config: Object.keys(config).length === 0 ? null : config,
    metadata: some.user === null ? null : { user_id: some.user },
  });
}

function responsesPart(part: Said): object {
  if (part.kind === 'text') return { type: 'input_text', text: part.text };
  if (part.kind === 'image') return { type: 'input_image', image_url: part.url };
  return { type: 'input_file', filename: 'document', file_data: pdfUrl(part.data) };
}

function* responsesStep({ said, reminder, thought, text, calls }: Step): Generator<object> {
  yield { role: 'user', content: said.map(responsesPart) };
  if (reminder !== null) yield { type: 'message', role: 'developer', content: [{ type: 'input_text', text: reminder }] };
  if (thought !== null)
    yield { type: 'reasoning', summary: [{ type: 'summary_text', text: thought.text }], encrypted_content: thought.seal };
  const spoken = text ?? (calls.length === 0 ? 'ok' : null);
  if (spoken !== null) yield { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: spoken }] };
  for (const { id, tool, args } of calls) {
    const own = { call_id: id, name: tool.name, ...(tool.namespace === null ? {} : { namespace: tool.namespace }) };
    yield tool.schema === null
      ? { type: 'custom_tool_call', ...own, input: args }
      : { type: 'function_call', ...own, arguments: args };
  }
  for (const { id, tool, result } of calls)
    yield {
      type: tool.schema === null ? 'custom_tool_call_output' : 'function_call_output',
      call_id: id,
      output: result.map(responsesPart),
    };
}

function responsesTools(tools: readonly SomeTool[]): object[] {
  const one = ({ name, schema }: SomeTool): object =>
    schema === null
      ? { type: 'custom', name, description: 'Does it' }
      : { type: 'function', name, description: 'Does it', parameters: raw(schema) };
  // In the order of the list, so that it can be compared.
  return tools.map((tool) =>
    tool.namespace === null ? one(tool) : { type: 'namespace', name: tool.namespace, tools: [one(tool)] },
  );
}

/** A conversation as a request of Responses. */
export function asResponses(some: Conversation): Fields {
  const { choice } = some;
  const named = choice !== null && typeof choice === 'object' ? choice.tool : null;
  const chosen =
    named === null
      ? choice
      : given({ type: named.schema === null ? 'custom' : 'function', name: named.name, namespace: named.namespace });
  return given({
    model: 'm',
    instructions: some.system,
    input: [...some.steps.flatMap((step) => [...responsesStep(step)]), { role: 'user', content: some.last.map(responsesPart) }],
    tools: some.tools.length === 0 ? null : responsesTools(some.tools),
    tool_choice: chosen,
    parallel_tool_calls: some.isSingle ? false : null,
    temperature: some.temperature,
    max_output_tokens: some.outputTokensMax,
    reasoning: some.effort === null ? null : { effort: some.effort },
    text: some.schema === null ? null : { format: { type: 'json_schema', name: 'answer', schema: raw(some.schema) } },
    safety_identifier: some.user,
  });
}
