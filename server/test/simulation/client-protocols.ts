/** What a client asks, in any protocol. */
export interface Question {
  readonly model: string;
  readonly text: string;
  readonly stream: boolean;
  readonly includeUsage: boolean;
  /** `null` for no limit. */
  readonly outputTokensMax: number | null;
}

/** A protocol of clients, as far as the simulation needs it. */
interface ClientProtocol {
  readonly path: string;
  body(question: Question): object;
  /** Whether a response with status 200 says that its answer is complete. */
  saysDone(body: string): boolean;
}

const streamed = (stream: boolean): object => (stream ? { stream } : {});
const messagesOf = (text: string): object => ({ messages: [{ role: 'user', content: text }] });
/** Clients of Messages always send a limit. */
const usualOutputTokensMax = 1_000;

export const clientProtocols = {
  chat: {
    path: '/v1/chat/completions',
    body: ({ model, text, stream, includeUsage, outputTokensMax }) => ({
      model,
      ...messagesOf(text),
      ...streamed(stream),
      ...(stream && includeUsage ? { stream_options: { include_usage: true } } : {}),
      ...(outputTokensMax === null ? {} : { max_tokens: outputTokensMax }),
    }),
    saysDone: (body) => body.includes('[DONE]') || body.startsWith('{"id"'),
  },
  messages: {
    path: '/v1/messages',
    body: ({ model, text, stream, outputTokensMax }) => ({
      model,
      ...messagesOf(text),
      ...streamed(stream),
      max_tokens: outputTokensMax ?? usualOutputTokensMax,
    }),
    saysDone: (body) => body.includes('event: message_stop') || body.startsWith('{"id"'),
  },
  responses: {
    path: '/v1/responses',
    body: ({ model, text, stream, outputTokensMax }) => ({
      model,
      input: text,
      ...streamed(stream),
      ...(outputTokensMax === null ? {} : { max_output_tokens: outputTokensMax }),
    }),
    saysDone: (body) => body.includes('"type":"response.completed"') || body.startsWith('{"id"'),
  },
} satisfies Readonly<Record<string, ClientProtocol>>;

export type ClientProtocolName = keyof typeof clientProtocols;
