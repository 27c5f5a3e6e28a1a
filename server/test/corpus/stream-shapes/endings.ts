import { closed, closing, done, ends, first, opened, opening, says, seen, sent, sse, usage, type StreamShape } from './shape.ts';

const github = (path: string): string => `https://github.com/${path}`;
const x = sent([says({ content: 'x' })]);
const seenX = seen([says({ content: 'x' })]);
const plain = sse(opening, x, closing, done);
const plainLeaves = [opened, seenX, closed];

function word(content: string, reason: string | null): object {
  return { index: 0, delta: { role: 'assistant', content }, finish_reason: reason };
}

const early: readonly StreamShape[] = [
  {
    name: 'stop on every frame',
    source: github('BerriAI/litellm/issues/2195'),
    sends: sse(...['a', 'b', 'c'].map((content) => sent([word(content, 'stop')])), done),
    leaves: [...['a', 'b', 'c'].map((content) => seen([word(content, null)])), closed],
  },
  {
    name: 'stop on the first frame, and none later',
    source: github('songquanpeng/one-api/issues/1477'),
    sends: sse(sent([word('a', 'stop')]), sent([word('b', null)]), sent([word('c', null)]), done),
    leaves: [...['a', 'b', 'c'].map((content) => seen([word(content, null)])), closed],
  },
  {
    name: 'stop on every frame, tool_calls on the last',
    source: github('vllm-project/vllm/pull/36944'),
    sends: sse(sent([word('a', 'stop')]), sent([word('b', 'stop')]), sent([ends('tool_calls')]), done),
    leaves: [seen([word('a', null)]), seen([word('b', null)]), seen([ends('tool_calls')])],
  },
  {
    name: 'stop on every frame, usage growing, for a client that asked',
    includeUsage: true,
    sends: sse(...['a', 'b'].map((content) => sent([word(content, 'stop')], { usage })), done),
    leaves: [...['a', 'b'].map((content) => seen([word(content, null)], { usage: null })), closed, seen([], { usage })],
  },
  {
    name: 'stop on every frame of two choices',
    sends: sse(...['a', 'b'].flatMap((content) => [0, 1].map((index) => sent([{ ...word(content, 'stop'), index }]))), done),
    leaves: [
      ...['a', 'b'].flatMap((content) => [0, 1].map((index) => seen([{ ...word(content, null), index }]))),
      closed,
      seen([{ ...ends(), index: 1 }]),
    ],
  },
  {
    name: 'stop beside the last word, as many servers write it, leaves as it is',
    source: github('vllm-project/vllm/issues/35705'),
    sends: sse(opening, sent([ends('stop', { content: 'x' })]), done),
    leaves: [opened, seen([ends('stop', { content: 'x' })])],
  },
  {
    name: 'an empty frame behind the end',
    source: github('meltylabs/chorus/pull/64'),
    sends: sse(opening, x, closing, sent([says({ content: '' })], { usage }), done),
    leaves: [...plainLeaves, seen([says({ content: '' })])],
  },
  {
    name: 'usage between the end and the terminal event',
    source: github('Portkey-AI/gateway/pull/1629'),
    sends: sse(opening, x, closing, sent([], { usage }), done),
    leaves: plainLeaves,
  },
  {
    name: 'the end is said twice',
    sends: sse(opening, x, closing, closing, done),
    leaves: [...plainLeaves, closed],
  },
  {
    name: 'no finish_reason at all, from a provider known for it',
    source: github('earendil-works/pi/pull/7441'),
    quirks: { omitsFinishReason: true },
    sends: sse(opening, x, done),
    leaves: plainLeaves,
  },
  {
    name: 'calls without finish_reason, from a provider known for it',
    quirks: { omitsFinishReason: true },
    sends: sse(
      sent([first({ tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }] })]),
      done,
    ),
    leaves: [
      seen([first({ tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }] })]),
      seen([ends('tool_calls')]),
    ],
  },
];

const lines = (end: string): string => plain.replaceAll('\n', end);

const framing: readonly StreamShape[] = [
  {
    name: 'a terminal event with one line end',
    source: github('openai/openai-node/issues/2725'),
    sends: plain.slice(0, -1),
    leaves: plainLeaves,
  },
  {
    name: 'a terminal event without a line end',
    source: github('openai/openai-node/pull/2726'),
    sends: plain.slice(0, -2),
    leaves: plainLeaves,
  },
  { name: 'a terminal event cut in its word', sends: plain.slice(0, -4), leaves: [opened, seenX], isBroken: true },
  {
    name: 'the last frame without its blank line, from a provider without a terminal event',
    source: github('google-gemini/gemini-cli/issues/29059'),
    quirks: { endsWithoutDone: true },
    sends: sse(opening, x, closing).slice(0, -2),
    leaves: plainLeaves,
  },
  {
    name: 'the last frame cut in its JSON',
    source: github('headroomlabs-ai/headroom/pull/3581'),
    quirks: { endsWithoutDone: true },
    sends: sse(opening, x, closing).slice(0, -9),
    leaves: [opened, seenX],
    isBroken: true,
  },
  {
    name: 'data without a blank behind the colon',
    source: github('openai/openai-python/issues/498'),
    sends: plain.replaceAll('data: ', 'data:'),
    leaves: plainLeaves,
  },
  {
    name: 'line ends of two characters',
    source: github('farion1231/cc-switch/issues/1787'),
    sends: lines('\r\n'),
    leaves: plainLeaves,
  },
  { name: 'line ends of one other character', sends: lines('\r'), leaves: plainLeaves },
  {
    name: 'comments while the upstream works',
    source: github('openai/openai-go/issues/227'),
    sends: `: OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n${plain}`,
    leaves: plainLeaves,
  },
  { name: 'names of events', sends: plain.replaceAll('data: ', 'event: chunk\nid: 1\nretry: 3\ndata: '), leaves: plainLeaves },
  {
    name: 'data over several lines',
    source: github('openresponses/openresponses/issues/56'),
    sends: plain.replace('"choices"', '\ndata: "choices"'),
    leaves: plainLeaves,
  },
  { name: 'a byte order mark', sends: `\ufeff${plain}`, leaves: plainLeaves },
  { name: 'blank lines between events', sends: plain.replaceAll('\n\n', '\n\n\n\n'), leaves: plainLeaves },
  { name: 'a mark behind the word of the terminal event', sends: plain.replace('[DONE]', '[DONE] '), leaves: plainLeaves },
  {
    name: 'an empty error beside each frame',
    sends: sse(...[opening, x, closing].map((frame) => ({ ...frame, error: null })), done),
    leaves: plainLeaves,
  },
  {
    name: 'padding beside each frame',
    sends: sse(...[opening, x, closing].map((frame, at) => ({ ...frame, obfuscation: 'x'.repeat(at) })), done),
    leaves: plainLeaves,
  },
];

/** Images and long words in one event. */
function large(megabytes: number, source: string | null, image: (data: string) => object): StreamShape {
  const frame = image('A'.repeat(megabytes * 1024 * 1024));
  return {
    name: `an event of ${String(megabytes)} MiB: ${Object.keys(frame).join(', ')}`,
    ...(source === null ? {} : { source: github(source) }),
    sends: sse(opening, sent([says(frame)]), closing, done),
    leaves: [opened, seen([says(frame)]), closed],
  };
}

const images = (data: string): object => ({
  images: [{ type: 'image_url', index: 0, image_url: { url: `data:image/png;base64,${data}` } }],
});

const largeEvents: readonly StreamShape[] = [
  large(2, 'open-webui/open-webui/issues/20634', images),
  large(8, 'googleapis/python-genai/issues/2248', images),
  large(31, 'Wei-Shaw/sub2api/pull/874', images),
  large(3, 'suurt8ll/open_webui_functions/issues/182', (data) => ({ content: `![](data:image/png;base64,${data})` })),
  large(2, 'SamSaffron/term-llm/pull/298', (data) => ({
    tool_calls: [{ index: 0, id: 'a', type: 'function', function: { name: 'f', arguments: data } }],
  })),
  {
    name: 'a large event without id and finish_reason',
    sends: sse(opening, { choices: [{ index: 0, delta: images('A'.repeat(2_000_000)) }] }, closing, done),
    leaves: [opened, seen([says(images('A'.repeat(2_000_000)))]), closed],
  },
  {
    name: 'a large event that is the end as well',
    source: github('open-webui/open-webui/issues/17626'),
    sends: sse(opening, sent([ends('stop', images('A'.repeat(2_000_000)))]), done),
    leaves: [opened, seen([ends('stop', images('A'.repeat(2_000_000)))])],
  },
  {
    name: 'an event of more than 32 MiB',
    sends: sse(opening, sent([says(images('A'.repeat(33 * 1024 * 1024)))]), closing, done),
    leaves: [opened],
    isBroken: true,
  },
  {
    name: 'a large event that is no JSON',
    sends: `${sse(opening)}data: {"choices":[${'x'.repeat(2_000_000)}\n\n${sse(closing, done)}`,
    leaves: [opened],
    isBroken: true,
  },
];

export const endingShapes: readonly StreamShape[] = [...early, ...framing, ...largeEvents];
