import {
  closed,
  closing,
  done,
  ends,
  first,
  madeCallId,
  opened,
  opening,
  says,
  seen,
  sent,
  sse,
  type StreamShape,
} from './shape.ts';

const github = (path: string): string => `https://github.com/${path}`;
const toolsEnd = ends('tool_calls');

function call(fields: object): object {
  return { index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '' }, ...fields };
}

/** A frame with one delta of tool calls, after an opening. */
function calls(...deltas: readonly unknown[]): object {
  return sent([says({ tool_calls: deltas })]);
}

function seenCalls(...deltas: readonly object[]): object {
  return seen([says({ tool_calls: deltas })]);
}

function shape(name: string, source: string | null, frames: readonly object[], leaves: readonly object[]): StreamShape {
  return {
    name,
    ...(source === null ? {} : { source: github(source) }),
    sends: sse(opening, ...frames, sent([toolsEnd]), done),
    leaves: [opened, ...leaves, seen([toolsEnd])],
  };
}

const args = (text: string, more: object = {}): object => ({ index: 0, function: { arguments: text }, ...more });
const { index: _index, ...withoutIndex } = call({}) as { index: number };
const whole = call({ function: { name: 'f', arguments: '{}' } });

export const toolCallShapes: readonly StreamShape[] = [
  shape(
    'a call whose deltas have no index',
    'openai/openai-python/pull/3246',
    [calls(withoutIndex), calls({ function: { arguments: '{}' } })],
    [seenCalls(call({})), seenCalls(args('{}'))],
  ),
  shape(
    'an index of null',
    'EricLBuehler/mistral.rs/pull/1507',
    [calls(call({ index: null })), calls(args('{}', { index: null }))],
    [seenCalls(call({})), seenCalls(args('{}'))],
  ),
  shape(
    'two calls one after the other without index',
    'ollama/ollama/issues/7881',
    [calls({ ...withoutIndex, id: 'a' }), calls({ ...withoutIndex, id: 'b' })],
    [seenCalls(call({})), seenCalls(call({ index: 1, id: 'b' }))],
  ),
  shape(
    'two calls in one frame without index',
    'SamSaffron/term-llm/pull/314',
    [calls({ ...withoutIndex, id: 'a' }, { ...withoutIndex, id: 'b' })],
    [seenCalls(call({}), call({ index: 1, id: 'b' }))],
  ),
  shape(
    'arguments of the running call behind another one, without index',
    'vercel/ai/pull/15879',
    [calls({ ...withoutIndex, id: 'a' }), calls({ ...withoutIndex, id: 'b' }), calls({ function: { arguments: '1' } })],
    [seenCalls(call({})), seenCalls(call({ index: 1, id: 'b' })), seenCalls(args('1', { index: 1 }))],
  ),
  shape(
    'arguments that name their call by its id alone',
    'AstrBotDevs/AstrBot/pull/6692',
    [calls({ ...withoutIndex, id: 'a' }), calls({ ...withoutIndex, id: 'b' }), calls({ id: 'a', function: { arguments: '1' } })],
    [seenCalls(call({})), seenCalls(call({ index: 1, id: 'b' })), seenCalls(args('1'))],
  ),
  shape(
    'an index as text',
    null,
    [calls(call({ index: '0' })), calls(args('{}', { index: '0' }))],
    [seenCalls(call({})), seenCalls(args('{}'))],
  ),
  shape(
    'every call with index 0',
    'ai-dynamo/dynamo/pull/4723',
    [calls(call({})), calls(call({ id: 'b' })), calls(args('1'))],
    [seenCalls(call({})), seenCalls(call({ index: 1, id: 'b' })), seenCalls(args('1', { index: 1 }))],
  ),
  shape(
    'every call of one frame with index 0',
    'huggingface/smolagents/pull/1958',
    [calls(call({}), call({ id: 'b' }))],
    [seenCalls(call({}), call({ index: 1, id: 'b' }))],
  ),
  shape(
    'the first call with index 1',
    'BerriAI/litellm/issues/11407',
    [calls(call({ index: 1 })), calls(args('{}', { index: 1 }))],
    [seenCalls(call({})), seenCalls(args('{}'))],
  ),
  shape(
    'indices that leave a gap',
    null,
    [calls(call({})), calls(call({ index: 4, id: 'b' })), calls(args('1', { index: 4 }))],
    [seenCalls(call({})), seenCalls(call({ index: 1, id: 'b' })), seenCalls(args('1', { index: 1 }))],
  ),
  shape(
    'a negative index',
    null,
    [calls(call({ index: -1 })), calls(args('1', { index: -1 }))],
    [seenCalls(call({})), seenCalls(args('1'))],
  ),
  shape(
    'interleaved calls are distinguished by their index',
    null,
    [calls(call({}), call({ index: 1, id: 'b' })), calls(args('1')), calls(args('2', { index: 1 })), calls(args('3'))],
    [
      seenCalls(call({}), call({ index: 1, id: 'b' })),
      seenCalls(args('1')),
      seenCalls(args('2', { index: 1 })),
      seenCalls(args('3')),
    ],
  ),
  shape(
    'arguments as an object',
    'ggml-org/llama.cpp/issues/20198',
    [calls(call({ function: { name: 'f', arguments: { x: 1 } } }))],
    [seenCalls(call({ function: { name: 'f', arguments: '{"x":1}' } }))],
  ),
  shape(
    'arguments as an empty object',
    'sipeed/picoclaw/pull/1292',
    [calls(call({ function: { name: 'f', arguments: {} } }))],
    [seenCalls(whole)],
  ),
  shape(
    'arguments as a list',
    null,
    [calls(call({ function: { name: 'f', arguments: [1] } }))],
    [seenCalls(call({ function: { name: 'f', arguments: '[1]' } }))],
  ),
  shape(
    'arguments of null at the start',
    null,
    [calls(call({ function: { name: 'f', arguments: null } })), calls(args('{}'))],
    [seenCalls(call({})), seenCalls(args('{}'))],
  ),
  shape(
    'arguments of null on the way',
    null,
    [calls(call({})), calls({ index: 0, function: { arguments: null } })],
    [seenCalls(call({})), seenCalls(args(''))],
  ),
  shape(
    'no arguments at the start',
    'mrdushidush/claudette/pull/238',
    [calls(call({ function: { name: 'f' } })), calls(args('{}'))],
    [seenCalls(call({})), seenCalls(args('{}'))],
  ),
  shape(
    'no function at the start',
    null,
    [calls({ index: 0, id: 'a', type: 'function' }), calls({ index: 0, function: { name: 'f', arguments: '{}' } })],
    [
      seenCalls(call({ function: { name: '', arguments: '' } })),
      seenCalls({ index: 0, function: { name: 'f', arguments: '{}' } }),
    ],
  ),
  shape(
    'a name of null at the start, and the name later',
    'lobehub/lobehub/pull/14139',
    [calls(call({ function: { name: null, arguments: '' } })), calls({ index: 0, function: { name: 'f', arguments: '{}' } })],
    [
      seenCalls(call({ function: { name: '', arguments: '' } })),
      seenCalls({ index: 0, function: { name: 'f', arguments: '{}' } }),
    ],
  ),
  shape(
    'an empty name at the start, and the name later',
    'vercel/ai/pull/16507',
    [calls(call({ function: { name: '', arguments: '' } })), calls({ index: 0, function: { name: 'f', arguments: '{}' } })],
    [
      seenCalls(call({ function: { name: '', arguments: '' } })),
      seenCalls({ index: 0, function: { name: 'f', arguments: '{}' } }),
    ],
  ),
  shape(
    'id, type and name of null on the way',
    'anomalyco/opencode/issues/43328',
    [calls(call({})), calls({ index: 0, id: null, type: null, function: { name: null, arguments: '{}' } })],
    [seenCalls(call({})), seenCalls(args('{}'))],
  ),
  shape(
    'a name of null on the way',
    'Effect-TS/effect-smol/pull/2338',
    [calls(call({})), calls({ index: 0, function: { name: null, arguments: '{}' } })],
    [seenCalls(call({})), seenCalls(args('{}'))],
  ),
  shape(
    'an empty id and name on the way',
    'anomalyco/opencode/pull/37783',
    [calls(call({})), calls({ index: 0, id: '', function: { name: '', arguments: '{}' } })],
    [seenCalls(call({})), seenCalls(args('{}'))],
  ),
  shape(
    'an empty id on the way, with the type again',
    'symfony/ai/pull/2220',
    [calls(call({})), calls({ index: 0, id: '', type: 'function', function: { arguments: '{}' } })],
    [seenCalls(call({})), seenCalls(args('{}', { type: 'function' }))],
  ),
  shape(
    'id and name again on the way',
    'langchain-ai/langchain/pull/39331',
    [calls(call({})), calls(call({ function: { name: 'f', arguments: '{}' } }))],
    [seenCalls(call({})), seenCalls(args('{}', { type: 'function' }))],
  ),
  shape(
    'a name in pieces stays in pieces',
    null,
    [calls(call({ function: { name: 'get_', arguments: '' } })), calls({ index: 0, function: { name: 'time', arguments: '' } })],
    [
      seenCalls(call({ function: { name: 'get_', arguments: '' } })),
      seenCalls({ index: 0, function: { name: 'time', arguments: '' } }),
    ],
  ),
  shape(
    'no id at all',
    'anomalyco/opencode/pull/25925',
    [calls({ index: 0, type: 'function', function: { name: 'f', arguments: '{}' } })],
    [seenCalls({ ...whole, id: `${madeCallId}0` })],
  ),
  shape(
    'an empty id at the start',
    'vercel/ai/issues/7834',
    [calls(call({ id: '', function: { name: 'f', arguments: '{}' } }))],
    [seenCalls({ ...whole, id: `${madeCallId}0` })],
  ),
  shape(
    'neither id nor index, two calls',
    'pydantic/pydantic-ai/pull/1892',
    [calls({ function: { name: 'f', arguments: '{}' } }), calls({ function: { name: 'g', arguments: '{}' } })],
    [
      seenCalls({ ...whole, id: `${madeCallId}0` }),
      seenCalls(call({ index: 1, id: `${madeCallId}1`, function: { name: 'g', arguments: '{}' } })),
    ],
  ),
  shape('an id as a number', null, [calls(call({ id: 12 }))], [seenCalls(call({ id: '12' }))]),
  shape(
    'no type at the start',
    'BerriAI/litellm/pull/11999',
    [calls({ index: 0, id: 'a', function: { name: 'f', arguments: '{}' } })],
    [seenCalls(whole)],
  ),
  shape(
    'an empty type at the start',
    null,
    [calls(call({ type: '', function: { name: 'f', arguments: '{}' } }))],
    [seenCalls(whole)],
  ),
  shape(
    'an element that is nothing',
    null,
    [calls(null, call({ function: { name: 'f', arguments: '{}' } }))],
    [seenCalls(whole)],
  ),
  shape(
    'calls as one object in place of a list',
    null,
    [sent([says({ tool_calls: call({ function: { name: 'f', arguments: '{}' } }) })])],
    [seenCalls(whole)],
  ),
  shape(
    'the older call of a function with arguments as an object',
    null,
    [sent([says({ function_call: { name: 'f', arguments: { x: 1 } } })])],
    [seen([says({ function_call: { name: 'f', arguments: '{"x":1}' } })])],
  ),
  {
    name: 'calls of null and none change nothing',
    sends: sse(
      opening,
      sent([says({ content: 'x', tool_calls: null })]),
      sent([says({ content: 'y', tool_calls: [] })]),
      closing,
      done,
    ),
    leaves: [opened, seen([says({ content: 'x', tool_calls: null })]), seen([says({ content: 'y', tool_calls: [] })]), closed],
  },
  {
    name: 'each choice counts its own calls',
    sends: sse(
      sent([{ ...first({ tool_calls: [withoutIndex] }), index: 0 }]),
      sent([{ ...first({ tool_calls: [{ ...withoutIndex, id: 'b' }] }), index: 1 }]),
      sent([toolsEnd, { ...toolsEnd, index: 1 }]),
      done,
    ),
    leaves: [
      seen([first({ tool_calls: [call({})] })]),
      seen([{ ...first({ tool_calls: [call({ id: 'b' })] }), index: 1 }]),
      seen([toolsEnd, { ...toolsEnd, index: 1 }]),
    ],
  },
];
