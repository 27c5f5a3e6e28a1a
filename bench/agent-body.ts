/** The request of a coding agent in each chat protocol: the same system text, tools and turns, about 80 kB. */
import type { ChatProtocol } from './load-plan.ts';

const passage = 'Read the files that you change, keep to their style, run the tests that concern them, and say what you did. ';
const system = passage.repeat(110);
const question = 'Find out why the audit differs by one nano.';

const fields = ['path', 'pattern', 'limit', 'offset', 'reason', 'format'];
const properties = Object.fromEntries(fields.map((name) => [name, { type: 'string', description: passage.slice(0, 90) }]));
const schema = { type: 'object', properties, required: ['path'], additionalProperties: false };
const tools = Array.from({ length: 18 }, (_, index) => ({
  name: `tool_${String(index)}`,
  description: passage.repeat(11),
  schema,
}));

const steps = Array.from({ length: 12 }, (_, index) => ({
  id: `call_${String(index)}`,
  name: `tool_${String(index)}`,
  input: { path: `server/src/file-${String(index)}.ts`, limit: '2000' },
  result: `${String(index)}: ${passage.repeat(19)}`,
}));

function chatBody(): object {
  const calls = steps.flatMap(({ id, name, input, result }) => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id, type: 'function', function: { name, arguments: JSON.stringify(input) } }],
    },
    { role: 'tool', tool_call_id: id, content: result },
  ]);
  return {
    messages: [{ role: 'system', content: system }, { role: 'user', content: question }, ...calls],
    tools: tools.map(({ name, description, schema }) => ({
      type: 'function',
      function: { name, description, parameters: schema },
    })),
    max_tokens: 256,
  };
}

function messagesBody(): object {
  const calls = steps.flatMap(({ id, name, input, result }) => [
    { role: 'assistant', content: [{ type: 'tool_use', id, name, input }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: result }] },
  ]);
  return {
    system: [{ type: 'text', text: system }],
    messages: [{ role: 'user', content: question }, ...calls],
    tools: tools.map(({ name, description, schema }) => ({ name, description, input_schema: schema })),
    max_tokens: 256,
  };
}

function responsesBody(): object {
  const calls = steps.flatMap(({ id, name, input, result }) => [
    { type: 'function_call', call_id: id, name, arguments: JSON.stringify(input) },
    { type: 'function_call_output', call_id: id, output: result },
  ]);
  return {
    instructions: system,
    input: [{ type: 'message', role: 'user', content: [{ type: 'input_text', text: question }] }, ...calls],
    tools: tools.map(({ name, description, schema }) => ({
      type: 'function',
      name,
      description,
      parameters: schema,
      strict: false,
    })),
    max_output_tokens: 256,
    store: false,
  };
}

const bodies: Readonly<Record<ChatProtocol, () => object>> = { chat: chatBody, messages: messagesBody, responses: responsesBody };

export function agentBody(protocol: ChatProtocol): object {
  return bodies[protocol]();
}
