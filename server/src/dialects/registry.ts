import { chatCompletionsDialect, chatRelay } from './chat-completions/chat-completions-dialect.ts';
import { completionsDialect } from './completions/completions-dialect.ts';
import { overChat } from './completions/over-chat.ts';
import type { Dialect, Relay } from './dialect.ts';
import { embeddingsDialect } from './embeddings/embeddings-dialect.ts';
import { imageEditsDialect } from './image-edits/image-edits-dialect.ts';
import { imagesBflDialect } from './images-bfl/images-bfl-dialect.ts';
import { imagesDashscopeDialect } from './images-dashscope/images-dashscope-dialect.ts';
import { imagesDialect } from './images/images-dialect.ts';
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

/** Adds clients of another protocol to those that upstreams of a dialect serve. */
function serving(dialect: Dialect, client: Dialect, relay: Relay): Dialect {
  return { ...dialect, serves: new Map([...dialect.serves, [client.name, relay]]) };
}

/** Every protocol that the gateway supports. */
export const dialects: readonly Dialect[] = [
  serving(chatCompletionsDialect, completionsDialect, overChat(chatRelay)),
  completionsDialect,
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
