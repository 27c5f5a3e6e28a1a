import {
  closed,
  closing,
  done,
  ends,
  first,
  head,
  madeId,
  opened,
  opening,
  says,
  seen,
  sent,
  sse,
  usage,
  type StreamShape,
} from './shape.ts';

const github = (path: string): string => `https://github.com/${path}`;

/** A frame between a usual start and a usual end. */
function between(name: string, source: string | null, frame: object, leaves: object): StreamShape {
  const cited = source === null ? {} : { source: source.startsWith('http') ? source : github(source) };
  return { name, ...cited, sends: sse(opening, frame, closing, done), leaves: [opened, leaves, closed] };
}

const x = says({ content: 'x' });
const { id: _id, ...withoutId } = sent([x]) as { id: string };
const { object: _object, ...withoutObject } = sent([x]) as { object: string };
const { created: _created, ...withoutCreated } = sent([x]) as { created: number };
const { model: _model, ...withoutModel } = sent([x]) as { model: string };
const filters = { content_filter_offsets: { start_offset: 1 }, content_filter_results: {} };

const envelopes: readonly StreamShape[] = [
  between('no id', 'openvinotoolkit/model_server/issues/3553', withoutId, seen([x])),
  between('an id of null', 'spring-projects/spring-ai/issues/6928', sent([x], { id: null }), seen([x])),
  between('an id as a number', null, sent([x], { id: 12 }), seen([x])),
  between('another id', 'ggml-org/llama.cpp/issues/5876', sent([x], { id: 'c2' }), seen([x])),
  between('an id that counts the frames', 'microsoft/foundry-local/issues/144', sent([x], { id: 'chat.id.4114' }), seen([x])),
  between('an empty id on the way', null, sent([x], { id: '' }), seen([x])),
  between('no object', null, withoutObject, seen([x])),
  between('the object of a whole answer', 'GCWing/OpenBitFun/pull/792', sent([x], { object: 'chat.completion' }), seen([x])),
  between('no created', null, withoutCreated, seen([x])),
  between('created of null', null, sent([x], { created: null }), seen([x])),
  between(
    'created with fractions',
    'envoyproxy/ai-gateway/pull/962',
    sent([x], { created: 1234.567 }),
    seen([x], { created: 1234 }),
  ),
  between(
    'created in milliseconds',
    'EricLBuehler/mistral.rs/issues/1805',
    sent([x], { created: 1_706_937_715_819 }),
    seen([x], { created: 1_706_937_715 }),
  ),
  between(
    'created as text',
    'PawanOsman/OpenCursor/issues/67',
    sent([x], { created: '1706937715' }),
    seen([x], { created: 1_706_937_715 }),
  ),
  between('created as a date', null, sent([x], { created: '2026-01-01T00:00:00Z' }), seen([x])),
  between('no model', null, withoutModel, seen([x])),
  between('a model of null', 'microsoft/foundry-local/issues/144', sent([x], { model: null }), seen([x])),
  {
    name: 'nothing but choices in every frame',
    source: 'https://github.com/spring-projects/spring-ai/issues/6928',
    sends: sse({ choices: [first({ content: 'x' })] }, { choices: [ends()] }, done),
    leaves: [
      { ...head, id: madeId, created: 0, model: 'm', choices: [first({ content: 'x' })] },
      { ...head, id: madeId, created: 0, model: 'm', choices: [ends()] },
    ],
  },
  {
    name: 'usage without id, object and created, for a client that asked',
    includeUsage: true,
    sends: sse(opening, closing, { choices: [], usage }, done),
    leaves: [opened, closed, seen([], { usage })],
  },
  {
    name: 'usage in a frame without choices, for a client that asked',
    includeUsage: true,
    sends: sse(opening, closing, { usage }, done),
    leaves: [opened, closed, seen([], { usage })],
  },
  {
    name: 'the first frame of Azure, without choices and names',
    source: 'https://github.com/grafana/grafana-llm-app/issues/790',
    sends: sse({ choices: [], created: 0, id: '', model: '', object: '' }, opening, closing, done),
    leaves: [{ choices: [], created: 0, id: '', model: 'm', object: 'chat.completion.chunk' }, opened, closed],
  },
];

const choices: readonly StreamShape[] = [
  between('no index', 'songquanpeng/one-api/issues/1037', sent([{ delta: { content: 'x' }, finish_reason: null }]), seen([x])),
  between('an index of null', null, sent([{ ...x, index: null }]), seen([x])),
  between('an index as text', null, sent([{ ...x, index: '0' }]), seen([x])),
  between('a choice that is nothing', null, sent([null, x]), seen([x])),
  between('a delta of null', 'microsoft/agent-framework/pull/5734', sent([says(null)]), seen([says({})])),
  between('no delta', 'QwenLM/qwen-code/pull/1448', sent([{ index: 0, finish_reason: null }]), seen([says({})])),
  between(
    'no delta, but verdicts of a filter',
    'openai-php/client/pull/408',
    sent([{ ...filters, finish_reason: null, index: 0 }]),
    seen([{ ...filters, finish_reason: null, index: 0, delta: {} }]),
  ),
  between('a delta as text', null, sent([says('x')]), seen([says({})])),
  between('an empty finish_reason', 'sgl-project/sglang/issues/3912', sent([{ ...x, finish_reason: '' }]), seen([x])),
  between('an empty finish_reason beside an empty delta', 'ollama/ollama/issues/4357', sent([ends('')]), seen([ends(null)])),
  between('no finish_reason', 'Oaklight/llm-rosetta/pull/444', sent([{ index: 0, delta: { content: 'x' } }]), seen([x])),
  between(
    'no finish_reason, as one proxy leaves it out',
    'BerriAI/liteLLM-proxy/issues/19',
    sent([{ index: 0, delta: { content: '?' } }], { stream_options: {} }),
    seen([says({ content: '?' })], { stream_options: {} }),
  ),
  between('finish_reason as the word null', null, sent([{ ...x, finish_reason: 'null' }]), seen([x])),
  between('finish_reason as false', null, sent([{ ...x, finish_reason: false }]), seen([x])),
  between('an empty role on the way', 'MiniMax-AI/MiniMax-M2.5/issues/2', sent([says({ role: '', content: 'x' })]), seen([x])),
  between(
    'a role of null on the way stays',
    null,
    sent([says({ role: null, content: 'x' })]),
    seen([says({ role: null, content: 'x' })]),
  ),
  {
    name: 'no role in the first frame',
    source: 'https://github.com/tensorzero/tensorzero/issues/1265',
    sends: sse(sent([x]), closing, done),
    leaves: [seen([says({ role: 'assistant', content: 'x' })]), closed],
  },
  {
    name: 'a role of null in the first frame',
    source: 'https://github.com/lemonade-sdk/lemonade/issues/350',
    sends: sse(sent([says({ role: null, content: 'x' })]), closing, done),
    leaves: [seen([says({ role: 'assistant', content: 'x' })]), closed],
  },
  {
    name: 'an empty role in the first frame',
    sends: sse(sent([says({ role: '', content: 'x' })]), closing, done),
    leaves: [opened, closed].with(0, seen([says({ role: 'assistant', content: 'x' })])),
  },
  {
    name: 'the whole message in place of the first delta',
    sends: sse(sent([{ index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' }]), done),
    leaves: [seen([{ index: 0, finish_reason: 'stop', delta: { role: 'assistant', content: 'x' } }])],
  },
  {
    name: 'the whole message once more at the end',
    source: 'https://github.com/ENTERPILOT/GoModel/pull/1068',
    sends: sse(
      opening,
      sent([x]),
      sent([{ index: 0, message: { role: 'assistant', content: 'x' }, finish_reason: 'stop' }], {
        object: 'chat.completion',
        usage,
      }),
      done,
    ),
    leaves: [opened, seen([x]), seen([{ index: 0, finish_reason: 'stop', delta: {} }])],
  },
  between(
    'content as a list of texts',
    'meilisearch/meilisearch/pull/6327',
    sent([
      says({
        content: [
          { type: 'text', text: 'x' },
          { type: 'text', text: 'y' },
        ],
      }),
    ]),
    seen([says({ content: 'xy' })]),
  ),
  between(
    'content as a list of thoughts',
    'crmne/ruby_llm/issues/420',
    sent([says({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] })]),
    seen([says({ content: '', reasoning_content: 'hm' })]),
  ),
  between(
    'thoughts and text in one list',
    'openclaw/openclaw/pull/68418',
    sent([
      says({
        content: [
          { type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] },
          { type: 'text', text: 'x' },
        ],
      }),
    ]),
    seen([says({ content: 'x', reasoning_content: 'hm' })]),
  ),
  between('an empty list as content', null, sent([says({ content: [] })]), seen([says({ content: '' })])),
];

export const frameShapes: readonly StreamShape[] = [...envelopes, ...choices];
