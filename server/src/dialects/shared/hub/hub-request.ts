import type { ServiceTier } from '@tollgate/contract/model-api/service-tiers';
import type { RawJson, SpannedValue, Text } from '../../../json/spanned.ts';
import type { Feature } from './features.ts';

/** A breakpoint of a prompt cache, with its life; `null` is the upstream's default. */
export interface CacheMark {
  readonly ttl: '5m' | '1h' | null;
}

/** The arguments of a tool call: a JSON object as bytes, a text that should be one, or the free text of a custom tool. */
export type ToolArguments =
  | { readonly form: 'object'; readonly json: RawJson }
  | { readonly form: 'text'; readonly json: Text }
  | { readonly form: 'free'; readonly text: Text };

/** A tool by name. Only some protocols have namespaces. */
export interface ToolName {
  readonly name: string;
  readonly namespace: string | null;
}

/** Where the bytes of a file are. */
export type MediaSource =
  | { readonly in: 'base64'; readonly data: Text; readonly mediaType: string }
  | { readonly in: 'url'; readonly url: Text }
  /** At one vendor; no other can read it. */
  | { readonly in: 'id'; readonly id: string };

export interface TextPart {
  readonly kind: 'text';
  readonly text: Text;
  readonly cache?: CacheMark | null;
}

export interface MediaPart {
  readonly kind: 'media';
  readonly media: 'image' | 'document' | 'audio' | 'video';
  readonly source: MediaSource;
  readonly fileName: string | null;
  /** For images: `low`, `high` or `auto`. */
  readonly detail: string | null;
  readonly cache?: CacheMark | null;
}

/** What a model thought before it answered. */
export interface ReasoningPart {
  readonly kind: 'reasoning';
  /** `null` if the vendor shows none. */
  readonly text: Text | null;
  readonly isSummary: boolean;
  /** As the client sent it; see `seal.ts`. */
  readonly seal: Text | null;
}

export interface ToolCallPart extends ToolName {
  readonly kind: 'toolCall';
  readonly id: string;
  readonly args: ToolArguments;
  readonly cache?: CacheMark | null;
}

export interface ToolResultPart {
  readonly kind: 'toolResult';
  /** The ID of the call. */
  readonly id: string;
  readonly parts: readonly (TextPart | MediaPart | ToolReferencePart)[];
  readonly isError: boolean;
  readonly cache?: CacheMark | null;
}

/** A tool that a search for tools found. */
export interface ToolReferencePart {
  readonly kind: 'toolReference';
  readonly name: string;
}

/** The model declined to answer. */
export interface RefusalPart {
  readonly kind: 'refusal';
  readonly text: Text;
}

export type HubPart = TextPart | MediaPart | ReasoningPart | ToolCallPart | ToolResultPart | RefusalPart;

/** Consecutive turns may have the same role. Tool results are parts of `user` turns. */
export interface HubTurn {
  readonly role: 'user' | 'assistant' | 'system';
  readonly parts: readonly HubPart[];
}

export interface HubTool extends ToolName {
  readonly description: Text | null;
  readonly parameters:
    | { readonly form: 'schema'; readonly schema: RawJson | null; readonly strict: boolean | null }
    /** A custom tool: its only argument is a text, which may have to follow a grammar. */
    | { readonly form: 'free'; readonly format: SpannedValue };
  /** The model learns of the tool only when a search finds it. */
  readonly isDeferred: boolean;
  readonly cache?: CacheMark | null;
}

export type ToolChoice =
  | { readonly kind: 'auto' | 'none' | 'required' }
  | ({ readonly kind: 'tool' } & ToolName)
  /** Only these tools; one of them must be called if `isRequired`. */
  | { readonly kind: 'allowed'; readonly tools: readonly ToolName[]; readonly isRequired: boolean };

export interface HubReasoning {
  /** `none` turns thinking off. */
  readonly effort: string | null;
  readonly budgetTokens: number | null;
  /** Thinking that the model dispenses as it sees fit. */
  readonly isAdaptive: boolean;
}

export type HubOutput =
  | { readonly kind: 'text' }
  | { readonly kind: 'json' }
  | {
      readonly kind: 'schema';
      readonly name: string | null;
      readonly description: string | null;
      readonly schema: RawJson;
      readonly strict: boolean | null;
    };

/** Names as in chat completions. */
export type SamplingName = 'temperature' | 'top_p' | 'top_k' | 'presence_penalty' | 'frequency_penalty' | 'seed';

/** A chat request, independent of any protocol. Read once per call, whatever the number of attempts. */
export interface HubRequest {
  /** The texts before the first turn. */
  readonly system: readonly TextPart[];
  readonly turns: readonly HubTurn[];
  readonly tools: readonly HubTool[];
  readonly toolChoice: ToolChoice | null;
  /** Whether the model may call several tools at once; `null` if the client did not say. */
  readonly parallelTools: boolean | null;
  readonly output: HubOutput;
  readonly reasoning: HubReasoning | null;
  readonly sampling: Readonly<Partial<Record<SamplingName, number>>>;
  readonly stop: readonly string[];
  readonly outputTokensMax: number | null;
  readonly verbosity: string | null;
  readonly serviceTier: ServiceTier | null;
  /** The client's key for a prompt cache. */
  readonly cacheKey: string | null;
  /** The client's own identifier of its user. */
  readonly user: string | null;
  /** Texts that the client attached to its request; `null` if none. */
  readonly metadata: SpannedValue;
  /** What the request uses that some protocol cannot express → the field that names it to the client. */
  readonly features: ReadonlyMap<Feature, string>;
}
