import { chatCompletionsDialect } from './chat-completions/chat-completions-dialect.ts';
import { chatClientHalf } from './chat-completions/hub/client-half.ts';
import { chatUpstreamHalf } from './chat-completions/hub/upstream-half.ts';
import { completionsDialect } from './completions/completions-dialect.ts';
import { overChat } from './completions/over-chat.ts';
import type { Dialect, Relay } from './dialect.ts';
import { embeddingsDialect } from './embeddings/embeddings-dialect.ts';
import { imageEditsDialect } from './image-edits/image-edits-dialect.ts';
import { imagesBflDialect } from './images-bfl/images-bfl-dialect.ts';
import { imagesDashscopeDialect } from './images-dashscope/images-dashscope-dialect.ts';
import { imagesDialect } from './images/images-dialect.ts';
import { messagesClientHalf } from './messages/hub/client-half.ts';
import { messagesDialect } from './messages/messages-dialect.ts';
import { messagesUpstreamHalf } from './messages/hub/upstream-half.ts';
import { musicDialect } from './music/music-dialect.ts';
import { musicElevenlabsDialect } from './music-elevenlabs/music-elevenlabs-dialect.ts';
import { musicLyriaDialect } from './music-lyria/music-lyria-dialect.ts';
import { musicMinimaxDialect } from './music-minimax/music-minimax-dialect.ts';
import { musicMurekaDialect } from './music-mureka/music-mureka-dialect.ts';
import { musicSunoDialect } from './music-suno/music-suno-dialect.ts';
import { rerankCohereDialect } from './rerank-cohere/rerank-cohere-dialect.ts';
import { rerankDashscopeDialect } from './rerank-dashscope/rerank-dashscope-dialect.ts';
import { rerankDialect } from './rerank/rerank-dialect.ts';
import { rerankJinaDialect } from './rerank-jina/rerank-jina-dialect.ts';
import { rerankVoyageDialect } from './rerank-voyage/rerank-voyage-dialect.ts';
import { responsesClientHalf } from './responses/hub/client-half.ts';
import { responsesUpstreamHalf } from './responses/hub/upstream-half.ts';
import { responsesCompactDialect } from './responses/compact/responses-compact-dialect.ts';
import { responsesDialect } from './responses/responses-dialect.ts';
import type { ClientHalf, UpstreamHalf } from './shared/hub/halves.ts';
import { translated } from './shared/hub/translated.ts';

interface ChatProtocol {
  readonly dialect: Dialect;
  /** Serves its clients at upstreams of other protocols. */
  readonly client: ClientHalf;
  /** Serves clients of other protocols at its upstreams. */
  readonly upstream: UpstreamHalf;
}

/** Adds the relays of clients of other protocols to those that upstreams of a dialect serve. */
function serving(dialect: Dialect, relays: Iterable<readonly [client: string, relay: Relay]>): Dialect {
  return { ...dialect, serves: new Map([...dialect.serves, ...relays]) };
}

/** Chat protocols, each of which the hub translates to every other one. */
const chatProtocols: readonly ChatProtocol[] = [
  { dialect: chatCompletionsDialect, client: chatClientHalf, upstream: chatUpstreamHalf },
  { dialect: messagesDialect, client: messagesClientHalf, upstream: messagesUpstreamHalf },
  {
    dialect: serving(responsesDialect, responsesCompactDialect.serves),
    client: responsesClientHalf,
    upstream: responsesUpstreamHalf,
  },
];

/** How upstreams of a chat protocol serve clients of every other one. */
function throughHub({ dialect, upstream }: ChatProtocol): Dialect {
  const others = chatProtocols.filter((other) => other.dialect !== dialect);
  const relays = others.map((other) => [other.dialect.name, translated(other.client, upstream)] as const);
  const all = serving(dialect, relays);
  const chat = all.serves.get(chatCompletionsDialect.name);
  // A text completion is a chat of one message, whatever the upstream speaks.
  return chat === undefined ? all : serving(all, [[completionsDialect.name, overChat(chat)]]);
}

/** Every protocol that the gateway supports. */
export const dialects: readonly Dialect[] = [
  ...chatProtocols.map(throughHub),
  completionsDialect,
  responsesCompactDialect,
  embeddingsDialect,
  rerankDialect,
  rerankJinaDialect,
  rerankCohereDialect,
  rerankDashscopeDialect,
  rerankVoyageDialect,
  imagesDialect,
  imageEditsDialect,
  imagesBflDialect,
  imagesDashscopeDialect,
  musicDialect,
  musicElevenlabsDialect,
  musicLyriaDialect,
  musicMinimaxDialect,
  musicMurekaDialect,
  musicSunoDialect,
];
