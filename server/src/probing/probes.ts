import type { TestProviderRequest } from '@tollgate/contract/catalogue/provider-tests';

export type ProbeKind = NonNullable<TestProviderRequest['kinds']>[number];

/** One call that shows how an upstream implements its protocol. */
export interface Probe {
  readonly kind: ProbeKind;
  /** The client protocol that it represents. */
  readonly client: string;
  readonly stream: boolean;
  readonly body: Readonly<Record<string, unknown>>;
  /** The request's limit for `output_tokens`. */
  readonly outputTokensMax: number | null;
}

const outputTokensMax = 16;
const greeting = {
  messages: [{ role: 'user', content: 'Answer with the word "yes".' }],
  max_completion_tokens: outputTokensMax,
};

/** As small as calls can be, with the fields that upstreams treat differently. */
export const probes: readonly Probe[] = [
  { kind: 'chat', client: 'chat-completions', stream: false, body: greeting, outputTokensMax },
  { kind: 'chat', client: 'chat-completions', stream: true, body: { ...greeting, stream: true }, outputTokensMax },
  {
    kind: 'embedding',
    client: 'embeddings',
    stream: false,
    body: { input: 'yes', encoding_format: 'base64' },
    outputTokensMax: null,
  },
  {
    kind: 'rerank',
    client: 'rerank',
    stream: false,
    body: { query: 'yes', documents: ['yes', 'no'], top_n: 2 },
    outputTokensMax: null,
  },
  {
    kind: 'image',
    client: 'images',
    stream: false,
    body: { prompt: 'a red dot', n: 1, response_format: 'b64_json' },
    outputTokensMax: null,
  },
];
