import type { ModelKind } from '@tollgate/contract/enumerations';
import { billingSubscription } from './billing/billing-subscription.ts';
import { billingUsage } from './billing/billing-usage.ts';
import { chatCompletions } from './chat-completions/chat-completions.ts';
import { completions } from './completions/completions.ts';
import { embeddings } from './embeddings/embeddings.ts';
import type { LocalEndpoint, ModelEndpoint } from './endpoint.ts';
import { imagesEdits } from './images/images-edits.ts';
import { imagesGenerations } from './images/images-generations.ts';
import { keyShow } from './key-show/key-show.ts';
import { messagesCountTokens } from './messages/count-tokens.ts';
import { messages } from './messages/messages.ts';
import { modelShow } from './models/model-show.ts';
import { modelsList } from './models/models-list.ts';
import { musicGenerations } from './music/music-generations.ts';
import { musicCancel, musicContent, musicDelete, musicList, musicShow } from './music/music-tasks.ts';
import { rerank } from './rerank/rerank.ts';
import { responsesCompact } from './responses/compact.ts';
import { responsesInputTokens } from './responses/input-tokens.ts';
import { responses } from './responses/responses.ts';

/** Every operation that calls a model. */
export const modelEndpoints: readonly ModelEndpoint[] = [
  chatCompletions,
  messages,
  responses,
  responsesCompact,
  completions,
  embeddings,
  rerank,
  imagesGenerations,
  imagesEdits,
  musicGenerations,
];

/** Every operation answered from our own state. */
export const localEndpoints: readonly LocalEndpoint[] = [
  modelsList,
  modelShow,
  messagesCountTokens,
  responsesInputTokens,
  musicList,
  musicContent,
  musicShow,
  musicCancel,
  musicDelete,
  keyShow,
  billingSubscription,
  billingUsage,
];

/** Kinds of models that some operation calls; the others are not for sale. */
export const servedKinds: ReadonlySet<ModelKind> = new Set(modelEndpoints.map(({ kind }) => kind));
