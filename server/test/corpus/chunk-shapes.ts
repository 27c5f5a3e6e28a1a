/**
 * Streams as various upstreams write them, chunk by chunk. A style defines the envelope, a turn the output of a model. Based on public
 * references; nothing was recorded.
 */
interface Style {
  readonly name: string;
  /** The object around the choices; `place` is the frame number. */
  readonly envelope: (place: number) => object;
  /** The choice with a delta. */
  readonly choice: (delta: object, reason: string | null, place: number) => object;
  /** One delta of a tool call. */
  readonly call: (index: number, part: { readonly id?: string; readonly name?: string; readonly args: string }) => object;
  readonly endsWithUsage: boolean;
}

const usual = { object: 'chat.completion.chunk', created: 1_700_000_000, model: 'up' };
const plainChoice: Style['choice'] = (delta, reason) => ({ index: 0, delta, finish_reason: reason });
const plainCall: Style['call'] = (index, { id, name, args }) => ({
  index,
  ...(id === undefined ? {} : { id, type: 'function' }),
  function: { ...(name === undefined ? {} : { name }), arguments: args },
});

function style(name: string, parts: Partial<Style> = {}): Style {
  return { name, envelope: () => ({ id: 'c1', ...usual }), choice: plainChoice, call: plainCall, endsWithUsage: true, ...parts };
}

const styles: readonly Style[] = [
  style('openai', {
    envelope: () => ({ id: 'c1', ...usual, service_tier: 'default', system_fingerprint: 'fp', usage: null, obfuscation: 'abc' }),
    choice: (delta, reason) => ({ ...plainChoice(delta, reason, 0), logprobs: null }),
  }),
  style('azure', {
    choice: (delta, reason) => ({ ...plainChoice(delta, reason, 0), content_filter_results: { hate: { filtered: false } } }),
  }),
  style('gemini', {
    call: (index, { id, name, args }) => ({
      index: 0,
      id: id ?? `g${String(index)}`,
      type: 'function',
      function: { name: name ?? 'f', arguments: args },
    }),
    choice: (delta, reason) => plainChoice({ role: 'assistant', ...delta }, reason, 0),
  }),
  style('dashscope', {
    call: (index, { id, name, args }) => ({
      index,
      id: id ?? '',
      type: 'function',
      function: { name: name ?? '', arguments: args },
    }),
    endsWithUsage: true,
  }),
  style('zhipu', {
    choice: (delta, reason) => ({
      index: 0,
      delta: { role: 'assistant', ...delta },
      ...(reason === null ? {} : { finish_reason: reason }),
    }),
  }),
  style('minimax', {
    choice: (delta, reason) => ({
      index: 0,
      delta: { role: '', name: 'MM', audio_content: '', ...delta },
      finish_reason: reason ?? '',
    }),
    envelope: () => ({ id: 'c1', ...usual, input_sensitive: false, base_resp: { status_code: 0, status_msg: '' } }),
  }),
  style('sglang', {
    choice: (delta, reason) => ({
      index: 0,
      delta: { role: null, content: null, tool_calls: null, ...delta },
      logprobs: null,
      finish_reason: reason ?? '',
      matched_stop: null,
    }),
  }),
  style('ollama', {
    call: (index, { id, name, args }) => ({
      id: id ?? `call_${String(index)}`,
      index: 0,
      type: 'function',
      function: { name: name ?? 'f', arguments: args },
    }),
  }),
  style('vllm', {
    choice: (delta, reason) => ({ ...plainChoice(delta, reason, 0), logprobs: null, stop_reason: null, token_ids: [1, 2] }),
  }),
  style('llama.cpp', { envelope: (place) => ({ id: `chatcmpl-${String(place)}`, ...usual, timings: { predicted_ms: 1.5 } }) }),
  style('model server', { envelope: () => usual }),
  style('sambanova', { envelope: () => ({ id: 'c1', ...usual, created: 1_700_000_000.25 }) }),
  style('mistral', {
    choice: (delta, reason) =>
      plainChoice('content' in delta ? { ...delta, content: [{ type: 'text', text: delta.content }] } : delta, reason, 0),
  }),
  style('openrouter', {
    envelope: () => ({ id: 'gen-1', provider: 'X', ...usual }),
    choice: (delta, reason) => ({
      ...plainChoice({ role: 'assistant', content: '', ...delta }, reason, 0),
      native_finish_reason: reason,
      logprobs: null,
    }),
  }),
  style('nothing but choices', {
    envelope: () => ({}),
    choice: (delta) => ({ delta }),
    call: (_index, { name, args }) => ({ function: { ...(name === undefined ? {} : { name }), arguments: args } }),
  }),
  style('java proxy', {
    envelope: () => ({ id: null, object: null, created: null, model: null, usage: null }),
    choice: (delta, reason) => ({ index: null, delta: { role: null, ...delta }, finish_reason: reason }),
    call: (_index, { id, name, args }) => ({
      index: null,
      id: id ?? null,
      type: id === undefined ? null : 'function',
      function: { name: name ?? null, arguments: args },
    }),
  }),
  style('stop on every frame', { choice: (delta, reason) => plainChoice(delta, reason ?? 'stop', 0) }),
  style('calls as objects', {
    call: (index, { id, name, args }) => ({
      index,
      id,
      type: 'function',
      function: { name, arguments: args === '{}' ? {} : args },
    }),
  }),
];

/** The output of a model in a stream: deltas in order, and the ending. */
const turns: readonly { readonly name: string; readonly parts: (style: Style) => readonly object[]; readonly reason: string }[] =
  [
    {
      name: 'says something',
      parts: () => [{ role: 'assistant', content: '' }, { content: 'Hello' }, { content: ' 你好' }, { content: '\n"quoted"' }],
      reason: 'stop',
    },
    {
      name: 'thinks first',
      parts: () => [{ role: 'assistant', content: '' }, { reasoning_content: 'hm' }, { content: 'x' }],
      reason: 'stop',
    },
    { name: 'is cut', parts: () => [{ role: 'assistant', content: 'x' }], reason: 'length' },
    {
      name: 'calls a tool',
      parts: ({ call }) => [
        { role: 'assistant', content: null, tool_calls: [call(0, { id: 'call_a', name: 'f', args: '' })] },
        { tool_calls: [call(0, { args: '{"x":' })] },
        { tool_calls: [call(0, { args: '1}' })] },
      ],
      reason: 'tool_calls',
    },
    {
      name: 'calls two tools',
      parts: ({ call }) => [
        { role: 'assistant', tool_calls: [call(0, { id: 'call_a', name: 'f', args: '{}' })] },
        { tool_calls: [call(1, { id: 'call_b', name: 'g', args: '{}' })] },
      ],
      reason: 'tool_calls',
    },
  ];

export interface MadeStream {
  readonly name: string;
  readonly frames: readonly object[];
}

function made(of: Style, turn: (typeof turns)[number]): MadeStream {
  const deltas = [...turn.parts(of), {}];
  const frames = deltas.map((delta, place) => {
    const isLast = place === deltas.length - 1;
    const choice = of.choice(delta, isLast ? turn.reason : null, place);
    return { ...of.envelope(place), choices: [isLast ? { ...choice, finish_reason: turn.reason } : choice] };
  });
  const usage = { prompt_tokens: 9, completion_tokens: 4, total_tokens: 13 };
  return {
    name: `${of.name}: ${turn.name}`,
    frames: of.endsWithUsage ? [...frames, { ...of.envelope(deltas.length), choices: [], usage }] : frames,
  };
}

export const madeStreams: readonly MadeStream[] = styles.flatMap((of) => turns.map((turn) => made(of, turn)));
