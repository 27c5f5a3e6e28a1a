import type { HubPart, ToolName } from './hub-request.ts';

/** Why the model stopped. */
export type Finish = 'stop' | 'length' | 'tools' | 'refused' | 'pause';

/** The kinds of parts of an answer. */
export type OpenedPart =
  | { readonly part: 'text' | 'refusal' | 'reasoning' | 'summary' }
  | ({
      readonly part: 'toolCall';
      readonly id: string;
      /** Its arguments are a free text. */ readonly isFree: boolean;
    } & ToolName);

/** One step of an answer that arrives as a stream. Parts are numbered in the order in which they open; several may be open at once. */
export type HubEvent =
  | ({ readonly kind: 'open'; readonly at: number } & OpenedPart)
  /** More of a part's text; for a tool call, of the JSON or the free text of its arguments. */
  | { readonly kind: 'text'; readonly at: number; readonly text: string }
  /** What proves to the vendor that the reasoning is its own; complete, wrapped by `seal.ts`. */
  | { readonly kind: 'seal'; readonly at: number; readonly seal: string }
  | { readonly kind: 'close'; readonly at: number }
  /** The last event. The parts that are still open end with it. */
  | { readonly kind: 'finish'; readonly reason: Finish; readonly stopSequence: string | null };

/** An answer as a whole. */
export interface HubAnswer {
  readonly parts: readonly HubPart[];
  readonly finish: Finish;
  readonly stopSequence: string | null;
}
