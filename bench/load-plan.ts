import type { Spread } from './statistics.ts';
import type { Embedding } from './upstream-script.ts';

export interface Credential {
  readonly key: string;
  readonly model: string;
}

/** What clients of chat models speak. */
export type ChatProtocol = 'chat' | 'messages' | 'responses';

const addresses: Readonly<Record<ChatProtocol, string>> = {
  chat: '/chat/completions',
  messages: '/messages',
  responses: '/responses',
};

/** Below the base address of a target. */
export function chatAddress(protocol: ChatProtocol): string {
  return addresses[protocol];
}

/** One bounded run of the load generator, sent to its process as a message. */
export interface LoadPlan {
  /** Whole address to call. */
  readonly url: string;
  readonly method: 'GET' | 'POST';
  /** Used in turn, so that many keys and models are mixed. */
  readonly credentials: readonly Credential[];
  readonly streamed: boolean;
  /** Size of an image put into the message, as base64 text; 0 for a plain text message. */
  readonly imageBytes: number;
  /** Requests embeddings instead of chat. */
  readonly embedding?: Embedding;
  /** Chat completions by default. */
  readonly protocol?: ChatProtocol;
  /** Requests of a coding agent instead of a question. */
  readonly isOfAgent?: boolean;
  readonly connections: number;
  /** Starts calls at this rate whether earlier ones ended or not; without it every connection calls again at once. */
  readonly ratePerSecond?: number;
  /** The run ends after this many calls or this long, whichever comes first. */
  readonly calls: number;
  readonly maxSeconds: number;
}

/** Times are in milliseconds. */
export interface LoadReport {
  readonly calls: number;
  readonly seconds: number;
  /** Calls that did not end with status 200, by status or socket fault. */
  readonly failures: Readonly<Record<string, number>>;
  readonly firstFailure: string;
  /** From the moment a call was due to its last byte. */
  readonly latency: Spread;
  /** Stamped content chunks received, and socket reads that held at least one. */
  readonly chunks: number;
  readonly reads: number;
  /** Between two chunks of one stream, as the client sees it. */
  readonly gap: Spread;
  /** From the upstream's write to the client's read of a chunk. */
  readonly transit: Spread;
  /** By how much a gap at the client was longer than the same gap at the upstream. */
  readonly stretch: Spread;
  /** The load generator's own consumption. */
  readonly cpuSeconds: number;
}
