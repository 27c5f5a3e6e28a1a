import type { ClientProtocolName } from './client-protocols.ts';
import type { UsageSent } from './simulated-upstream.ts';

/** An answer of an upstream, in any protocol. */
export interface UpstreamAnswer {
  readonly tag: string;
  readonly model: string;
  readonly words: readonly string[];
  /** The protocol's object for usage; `null` for none. */
  readonly usage: object | null;
  /** The client of the upstream asked for usage in its stream. */
  readonly wantsUsage: boolean;
}

/** A protocol of upstreams, as far as the simulation needs it. */
export interface UpstreamProtocol {
  readonly name: ClientProtocolName;
  usage(sent: UsageSent): object;
  /** Reports that cannot be true. */
  readonly lies: readonly object[];
  whole(answer: UpstreamAnswer): string;
  stream(answer: UpstreamAnswer): string;
  /** The end of a stream, without which it is not complete. */
  readonly terminal: string;
  readonly errorEvent: string;
}

const data = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;
const named = (type: string, members: object): string => `event: ${type}\n${data({ type, ...members })}`;
const failure = { message: 'engine overloaded', type: 'server_error', code: null };
const done = 'data: [DONE]\n\n';
const stopped = named('message_stop', {});

const frameOf = ({ tag, model }: UpstreamAnswer): object => ({ id: `chatcmpl-${tag}`, created: 1_790_000_000, model });

const chat: UpstreamProtocol = {
  name: 'chat',
  usage: ({ input, cached, output }) => ({
    prompt_tokens: input,
    completion_tokens: output,
    total_tokens: input + output,
    ...(cached > 0 ? { prompt_tokens_details: { cached_tokens: cached } } : {}),
  }),
  lies: [
    { prompt_tokens: -5, completion_tokens: 3, total_tokens: -2 },
    { prompt_tokens: 1e18, completion_tokens: 1, total_tokens: 1e18 },
    { prompt_tokens: 1.5, completion_tokens: 1, total_tokens: 2 },
    { prompt_tokens: '12', completion_tokens: '5', total_tokens: '17' },
  ],
  whole: (answer) => {
    const message = { role: 'assistant', content: answer.words.join('') };
    const choices = [{ index: 0, message, finish_reason: 'stop', logprobs: null }];
    const usage = answer.usage === null ? {} : { usage: answer.usage };
    return JSON.stringify({ ...frameOf(answer), object: 'chat.completion', choices, ...usage });
  },
  stream(answer) {
    const frame = { ...frameOf(answer), object: 'chat.completion.chunk' };
    const delta = (part: object, finish_reason: string | null): string =>
      data({ ...frame, choices: [{ index: 0, delta: part, finish_reason, logprobs: null }] });
    const usage = answer.usage !== null && answer.wantsUsage ? data({ ...frame, choices: [], usage: answer.usage }) : '';
    const body = answer.words.map((word) => delta({ content: word }, null)).join('');
    return delta({ role: 'assistant', content: '' }, null) + body + delta({}, 'stop') + usage + done;
  },
  terminal: done,
  errorEvent: data({ error: failure }),
};

const messageOf = ({ tag, model }: UpstreamAnswer): object => ({ id: `msg_${tag}`, type: 'message', role: 'assistant', model });
const ended = { stop_reason: 'end_turn', stop_sequence: null };
const usageIn = ({ usage }: UpstreamAnswer): object => (usage === null ? {} : { usage });

const messages: UpstreamProtocol = {
  name: 'messages',
  usage: ({ input, cached, output }) => ({
    input_tokens: input - cached,
    cache_read_input_tokens: cached,
    output_tokens: output,
  }),
  lies: [
    { input_tokens: -5, output_tokens: 3 },
    { input_tokens: 1e18, output_tokens: 1 },
    { input_tokens: 1.5, output_tokens: 1 },
    { input_tokens: 12, cache_read_input_tokens: 'five', output_tokens: 5 },
  ],
  whole: (answer) =>
    JSON.stringify({
      ...messageOf(answer),
      content: [{ type: 'text', text: answer.words.join('') }],
      ...ended,
      ...usageIn(answer),
    }),
  stream(answer) {
    const delta = (text: string): string => named('content_block_delta', { index: 0, delta: { type: 'text_delta', text } });
    return [
      named('message_start', { message: { ...messageOf(answer), content: [], ...usageIn(answer) } }),
      named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      ...answer.words.map(delta),
      named('content_block_stop', { index: 0 }),
      named('message_delta', { delta: ended, ...usageIn(answer) }),
      stopped,
    ].join('');
  },
  terminal: stopped,
  errorEvent: named('error', { error: { ...failure, type: 'overloaded_error' } }),
};

/** The protocol of a request, by its path. */
export function upstreamProtocolAt(path: string): UpstreamProtocol {
  return path.endsWith('/messages') ? messages : chat;
}
