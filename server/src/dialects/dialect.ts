import type { ModelKind } from '@tollgate/contract/enumerations';
import type { ApiError } from '@tollgate/contract/errors';
import type { Quirks } from '@tollgate/contract/catalogue/quirks';
import type { ServiceTier } from '@tollgate/contract/model-api/service-tiers';
import type { Usage } from '@tollgate/contract/usage';
import type { ScannedBody } from '../json/scanned-body.ts';
import type { MusicUpstream } from './music-upstream.ts';
import type { UpstreamRefusal } from './upstream-refusal.ts';

/** The dialect's inputs for one attempt. */
export interface AttemptPlan {
  /** The name that the client used; every answer contains it. */
  readonly model: string;
  readonly upstreamModel: string;
  readonly stream: boolean;
  /** The client requested the usage chunk of a stream. */
  readonly includeUsage: boolean;
  readonly quirks: Quirks;
  readonly callId: string;
  /** The request as the client sent it. */
  readonly body: ScannedBody;
  /** The input by the character rule, for answers that show it although the upstream reports none. */
  readonly inputTokens: number;
  /** Request fields that the model is known to support. */
  readonly supportedParameters: readonly string[];
  /** The most tokens that the model generates; `null` if its record does not say. */
  readonly outputLimit: number | null;
  readonly provider: string;
  /** The client's headers that an upstream of the same protocol receives, in lower case. */
  readonly clientHeaders: Readonly<Record<string, string>>;
  /** Set for strict keys whose request has no output limit. */
  readonly outputTokensMax: number | null;
  /** The upstream has refused the seals of earlier turns, so that their thinking is left out. */
  readonly withoutSeals?: boolean;
}

/** Why a report may be incomplete or wrong: the input or output is missing, reasoning exceeds the output, or the total is unexplained. */
export type UsageDoubt = 'input' | 'output' | 'reasoning' | 'total';

/** The upstream's reported usage after checks: `invalid` if any figure is not a plausible count. */
export type ReportedUsage =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'valid';
      readonly usage: Usage;
      /** The service tier that the upstream reported; `null` if none. */
      readonly tier: ServiceTier | 'default' | null;
      /** Absent if the report is complete, as nearly all are. */
      readonly doubt?: UsageDoubt;
    }
  | { readonly kind: 'invalid' };

/** Counts for the character rule: wide = Han, kana, hangul; narrow = everything else. */
export interface TextCount {
  readonly wide: number;
  readonly narrow: number;
}

/** State of the protocol. `broken`: the upstream sent something that can never become a complete answer. */
export type RelayState = 'open' | 'complete' | 'broken';

/**
 * Converts an upstream's stream to the client's while it arrives. Only this relay decides whether the upstream finished its protocol. Pure:
 * bytes in, bytes out.
 */
export interface StreamRelay {
  /** Receives upstream bytes, split anywhere. Returns the bytes that can be sent to the client now, often none. Never throws. */
  push(chunk: Buffer): Buffer | null;
  /** The upstream closed its stream cleanly. Changes `open` to `complete` (depending on the profile) or `broken`. */
  end(): void;
  readonly state: RelayState;
  /** Once `complete`: the finish chunk, usage and terminal event, to be sent in one write. */
  readonly tail: Buffer | null;
  /** Why the stream is `broken`, for the log; never the upstream's own message. */
  readonly fault: string | null;
  /** If the stream is `broken` by an error that the upstream reported: the meaning of that error. */
  readonly refusal?: UpstreamRefusal | undefined;
  /** Once `complete`: the finish reason of a choice, if it is unknown. */
  readonly unknownFinishReason?: string | null;
  readonly usage: ReportedUsage;
  /** Answer text seen so far, for the estimate if a complete answer has no usage. */
  readonly text: TextCount;
  /** Every choice ended by itself: none was cut by a limit or a filter. */
  readonly endedNaturally: boolean;
  /** For an answer that consists of items, such as images: the number received, or the expected one. */
  readonly delivered?: number;
  /** Bytes that wait for the end of their event, if there can be many. */
  readonly keptBytes?: number;
  /** An error in the stream, in a form that depends on what was sent before; otherwise {@link ClientSide.streamError}. */
  errorTail?(error: ApiError): Buffer;
}

/** What a request loses at an upstream of another protocol. */
export interface Losses {
  /** The client's fields that are left out, in the order in which the request uses them. */
  readonly dropped: readonly string[];
  /** The field without which the request makes no sense, and what it is; `null` if such an upstream can serve the request. */
  readonly refused: { readonly param: string; readonly about: string } | null;
}

/** The files that a client requested, if the upstream's answer contains their URLs. */
export interface Embedding {
  /** The field that requests the files. It is named to the client if they are not available. */
  readonly field: string;
  readonly urls: readonly string[];
  /** Whether a fetched file may be one of the requested ones. */
  fits(file: Buffer): boolean;
  /** The answer with the files in base64. */
  with(files: readonly Buffer[]): Buffer;
}

/** The files whose URLs a client requested, if the upstream's answer contains the files themselves. */
export interface Keeping {
  /** As in {@link Embedding}. */
  readonly field: string;
  /** The bytes of each file, in chunks. */
  readonly files: readonly (() => Iterable<Buffer>)[];
  /** The answer with the URLs of the files. */
  with(urls: readonly string[]): Buffer;
}

/** The progress of work that is not done at once. */
export type Progress =
  /** Not done yet. Poll this URL, which is relative to the base URL or absolute; `null` means the last one polled. */
  | { readonly kind: 'wait'; readonly at: string | null }
  /** Refused after all, with the status and body that an immediate refusal would have had. */
  | { readonly kind: 'refused'; readonly status: number; readonly body: Buffer }
  | { readonly kind: 'done' };

/** A whole answer that was not streamed, checked and edited for the client. */
export type WholeAnswer =
  | ({
      readonly ok: true;
      readonly body: Buffer;
      /** Data that follows `body`, kept separate if joining would copy megabytes. */
      readonly behind?: readonly Buffer[];
      /** Fields of the request that the answer ignores. They are reported to the client. */
      readonly dropped?: readonly string[];
      /** For an answer that consists of items, such as images: their number. */
      readonly delivered?: number;
      readonly embed?: Embedding;
      readonly keep?: Keeping;
    } & Pick<StreamRelay, 'usage' | 'text' | 'endedNaturally' | 'unknownFinishReason'>)
  | ({ readonly ok: false; readonly fault: string } & Pick<StreamRelay, 'refusal'>);

/** Where a client may put its key: `Authorization: Bearer`, a separate header, or the query string. */
export type KeyPlace =
  | { readonly in: 'bearer' }
  /** In lower case. */
  | { readonly in: 'header'; readonly name: string }
  | { readonly in: 'query'; readonly name: string };

/** The request that an error answers. */
export interface Asked {
  readonly requestId: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
}

/** How an error differs from its entry in the catalogue, for clients of one protocol. */
export interface ErrorAdvice {
  readonly status?: number;
  /** `null`: no `retry-after`. */
  readonly retryAfterSeconds?: number | null;
  readonly shouldRetry?: false;
  /** Further headers, in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A model as a key may call it, for lists of models. */
export interface ListedModel {
  readonly id: string;
  /** Seconds since the epoch. */
  readonly created: number;
  readonly context_length: number | null;
  readonly max_output_tokens: number | null;
}

/** The client's side of a protocol, apart from requests and answers. */
export interface ClientSide {
  /** A header that only clients of this protocol send, in lower case: it decides the form of answers at addresses that protocols share. */
  readonly sign?: string;
  /** The form of the models' list, and of one model, if it differs from the usual one. */
  readonly models?: {
    list(models: readonly ListedModel[]): object;
    one(model: ListedModel): object;
  };
  /** Where clients put their key. The first place with a value counts. */
  readonly keyPlaces: readonly KeyPlace[];
  /** Headers that an upstream of the same protocol receives, in lower case. */
  readonly passedHeaders?: readonly string[];
  /** The body of an error response. */
  errorBody(error: ApiError, asked: Asked): object;
  /** Status and retry advice, if clients of this protocol act on them in another way. */
  readonly adviseOn?: (error: ApiError, asked: Asked) => ErrorAdvice;
  /** An error inside a stream: sent once, last, never followed by a terminal event. */
  streamError(error: ApiError, asked: Asked): Buffer;
  /** Whether this client reads errors inside streams, and takes a broken connection after one for another fault. */
  readonly endsCleanly?: (asked: Asked) => boolean;
  /** A message without meaning that keeps the connection of a silent stream open. */
  readonly keepAlive: Buffer;
}

/** The part that the answer to some of the inputs contributes to the complete answer. */
export type PartAnswer =
  | Exclude<WholeAnswer, { ok: true }>
  | (Extract<WholeAnswer, { ok: true }> & { readonly dimensions?: number });

/** The result of one of several requests. */
export interface AnsweredPart extends Pick<StreamRelay, 'usage'> {
  /** The bytes of the part, in order. */
  readonly parts: readonly Buffer[];
}

/**
 * For operations whose inputs may be sent to an upstream in several requests, because it accepts fewer inputs per request than clients
 * send.
 */
export interface Batches {
  /** The maximum number of inputs that any upstream accepts per request. */
  readonly inputsMax?: number;
  /** Each of the requests costs the same as if it were sent alone. */
  readonly arePricedApart?: boolean;
  /** The number of inputs in a request. */
  count(body: ScannedBody): number;
  /** The number of inputs that an upstream accepts, from its refusal; `null` if it refuses something else. */
  readMost(status: number, bytes: Buffer, count: number): number | null;
  /** Requests of at most `most` inputs each, in order. */
  split(body: ScannedBody, most: number): Iterable<ScannedBody>;
  /** Like {@link Relay.readWhole}, for the answer to one part. `firstIndex` is the index of its first input among all. */
  readPart(bytes: Buffer, plan: AttemptPlan, firstIndex: number): Generator<undefined, PartAnswer>;
  /** The complete answer, in chunks, and the total usage, unless its requests are priced separately. */
  join(answers: readonly AnsweredPart[], plan: AttemptPlan): { readonly body: Buffer[]; readonly usage: ReportedUsage };
}

/** How an upstream of one protocol serves clients of one protocol, possibly another. Pure: bytes in, bytes out. */
export interface Relay {
  /** Appended to a route's base URL. */
  readonly upstreamPath: string | ((plan: AttemptPlan) => string);
  /** Content type of the request to the upstream; JSON by default. */
  readonly contentType?: (plan: AttemptPlan) => string | undefined;
  /** Further headers of the request, in lower case. */
  readonly headers?: Readonly<Record<string, string>> | ((plan: AttemptPlan) => Readonly<Record<string, string>>);
  /**
   * What the request loses at such an upstream; absent if it loses nothing.
   * @param known of the model and of the provider that serves it.
   */
  readonly losses?: (body: ScannedBody, known: Pick<AttemptPlan, 'supportedParameters' | 'quirks'>) => Losses;
  /**
   * The state of the work, for upstreams that respond before it is done. Read from every response with status 200 until the work is done.
   */
  readonly progress?: (bytes: Buffer) => Progress;
  /** The body for the upstream. If both protocols are the same, this is the client's bytes with as few spans replaced as possible. */
  toUpstream(body: ScannedBody, plan: AttemptPlan): Buffer;
  /** `null` if answers are never streamed. */
  readonly createStreamRelay: ((plan: AttemptPlan) => StreamRelay) | null;
  /**
   * Collects the answer for a client that requested no stream from a stream of the upstream: passes nothing on until its `tail`, which is
   * the whole answer. Absent if such answers are always requested as a whole.
   */
  readonly createCollector?: (plan: AttemptPlan) => StreamRelay;
  /**
   * Converts a whole answer, in the client's form, to the stream that the client requested and the upstream did not send; `null` if it has
   * no form as a stream.
   */
  readonly asStream?: (answer: Buffer) => Buffer | null;
  /** Runs in steps, between which the event loop may do other work. */
  readWhole(bytes: Buffer, plan: AttemptPlan): Generator<undefined, WholeAnswer>;
  readRefusal(status: number, bytes: Buffer): UpstreamRefusal;
  /** Many upstreams do not have the operation: an answer that breaks the protocol does not count against the route. */
  readonly isOptional?: true;
  /** Quirks that a refusal reveals. They remove fields that the client did not send, after which the request may succeed. */
  readonly readQuirks?: (status: number, bytes: Buffer, plan: AttemptPlan) => Quirks | null;
  /** Whether a refusal concerns only the thinking of earlier turns, which `withoutSeals` leaves out. */
  readonly refusesSeals?: (status: number, bytes: Buffer) => boolean;
  readonly batches?: Batches;
}

/** One protocol. */
export interface Dialect {
  readonly name: string;
  /** The kind of models that use this protocol. */
  readonly kind: ModelKind;
  /** `null` if only upstreams use it. */
  readonly client: ClientSide | null;
  /** `false` if operators cannot choose it for an upstream: it is a part of another protocol. */
  readonly isForOperators?: false;
  /** Name of a client protocol → how upstreams of this dialect serve it. */
  readonly serves: ReadonlyMap<string, Relay>;
  /** For upstreams whose work is a task that is polled; they have no {@link Relay}. */
  readonly music?: MusicUpstream;
}
