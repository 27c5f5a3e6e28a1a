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
  /** The name the client used; every answer carries it. */
  readonly model: string;
  readonly upstreamModel: string;
  readonly stream: boolean;
  /** The client asked for the usage chunk of a stream. */
  readonly includeUsage: boolean;
  readonly quirks: Quirks;
  readonly callId: string;
  /** The request as the client sent it. */
  readonly body: ScannedBody;
  /** The input by the character rule, for answers that show it if the upstream reports none. */
  readonly inputTokens: number;
  /** Request fields that the model is known to honour. */
  readonly supportedParameters: readonly string[];
  /** Strict keys without an output bound get this one. */
  readonly outputTokensMax: number | null;
}

/**
 * Why a report may be incomplete or wrong: it lacks its input or its output; it has more reasoning than output; nothing explains its total.
 */
export type UsageDoubt = 'input' | 'output' | 'reasoning' | 'total';

/** The upstream's reported usage, checked: `invalid` if any figure is not a plausible count. */
export type ReportedUsage =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'valid';
      readonly usage: Usage;
      /** The service tier reported by the upstream; `null` if none. */
      readonly tier: ServiceTier | 'default' | null;
      /** Absent from nearly every report: it is complete. */
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
 * Turns an upstream's stream into the client's while it flows, and is the only judge of whether the upstream finished
 * its protocol. Pure: bytes in, bytes out.
 */
export interface StreamRelay {
  /** Receives upstream bytes, split anywhere; returns what may be sent to the client now (often nothing). Never throws. */
  push(chunk: Buffer): Buffer | null;
  /** The upstream closed its stream cleanly. Turns `open` into `complete` (by profile) or `broken`. */
  end(): void;
  readonly state: RelayState;
  /** Once `complete`: the finish chunk, usage and terminal event, to leave in one write. */
  readonly tail: Buffer | null;
  /** Why it is `broken`, for the log; never the upstream's raw words. */
  readonly fault: string | null;
  /** For `broken` after an error reported by the upstream: its meaning. */
  readonly refusal?: UpstreamRefusal | undefined;
  /** Once `complete`: the finish reason of a choice, if it is unknown. */
  readonly unknownFinishReason?: string | null;
  readonly usage: ReportedUsage;
  /** Answer text seen so far, for the estimate when a complete answer came without usage. */
  readonly text: TextCount;
  /** Every choice ended by itself: none was cut at a bound or by a filter. */
  readonly endedNaturally: boolean;
  /** For an answer in pieces, such as images: the number of pieces, or the expected one. */
  readonly delivered?: number;
  /** Bytes that wait for the end of their event, if there can be many. */
  readonly keptBytes?: number;
}

/** Files that a client asked for, if the upstream's answer has their addresses. */
export interface Embedding {
  /** The field that requests them, named to the client if they are not available. */
  readonly field: string;
  readonly urls: readonly string[];
  /** Whether a file that was fetched may be one of them. */
  fits(file: Buffer): boolean;
  /** The answer with them, each in base64. */
  with(files: readonly Buffer[]): Buffer;
}

/** Files whose addresses a client asked for, if the upstream's answer has the files. */
export interface Keeping {
  /** As of {@link Embedding}. */
  readonly field: string;
  /** The bytes of each, piece by piece. */
  readonly files: readonly (() => Iterable<Buffer>)[];
  /** The answer with their addresses. */
  with(urls: readonly string[]): Buffer;
}

/** The progress of work that takes its time. */
export type Progress =
  /** Not done yet: poll this address, below the base URL or absolute; `null`: the last one polled. */
  | { readonly kind: 'wait'; readonly at: string | null }
  /** It was refused after all, as a status and a body would have said at once. */
  | { readonly kind: 'refused'; readonly status: number; readonly body: Buffer }
  | { readonly kind: 'done' };

/** A whole answer that was not streamed, checked and edited for the client. */
export type WholeAnswer =
  | ({
      readonly ok: true;
      readonly body: Buffer;
      /** Data that follows `body`, if joining it would copy megabytes. */
      readonly behind?: readonly Buffer[];
      /** Fields of the request that the answer ignores; they are reported to the client. */
      readonly dropped?: readonly string[];
      /** For an answer in pieces, such as images: the number of pieces. */
      readonly delivered?: number;
      readonly embed?: Embedding;
      readonly keep?: Keeping;
    } & Pick<StreamRelay, 'usage' | 'text' | 'endedNaturally' | 'unknownFinishReason'>)
  | ({ readonly ok: false; readonly fault: string } & Pick<StreamRelay, 'refusal'>);

/** Where a client may put its key: `Authorization: Bearer`, a separate header, or the query string. */
export type KeyPlace =
  | { readonly in: 'bearer' }
  /** In small letters. */
  | { readonly in: 'header'; readonly name: string }
  | { readonly in: 'query'; readonly name: string };

/** The client's side of a protocol besides requests and answers. */
export interface ClientSide {
  /** Where clients put their key; the first place with a value counts. */
  readonly keyPlaces: readonly KeyPlace[];
  /** The body of an error answer. */
  errorBody(error: ApiError): object;
  /** The in-stream form of an error: sent once, last, never followed by a terminal event. */
  streamError(error: ApiError): Buffer;
  /** A meaningless message that keeps a silent stream's connection open. */
  readonly keepAlive: Buffer;
}

/** An answer to some of the inputs: what of it becomes part of the one answer. */
export type PartAnswer =
  | Exclude<WholeAnswer, { ok: true }>
  | (Extract<WholeAnswer, { ok: true }> & { readonly dimensions?: number });

/** The result of one request of several. */
export interface AnsweredPart extends Pick<StreamRelay, 'usage'> {
  /** Its bytes, in order. */
  readonly parts: readonly Buffer[];
}

/**
 * For operations whose inputs may be sent to an upstream in several requests, because it accepts fewer inputs per request than clients send.
 */
export interface Batches {
  /** More inputs of one request no upstream takes. */
  readonly inputsMax?: number;
  /** Each of the requests costs the same as if it were alone. */
  readonly arePricedApart?: boolean;
  /** Inputs of a request. */
  count(body: ScannedBody): number;
  /** The number of inputs an upstream accepts, from its refusal; `null`: it refuses something else. */
  readMost(status: number, bytes: Buffer, count: number): number | null;
  /** Requests of at most `most` inputs each, in order. */
  split(body: ScannedBody, most: number): Iterable<ScannedBody>;
  /** Like {@link Relay.readWhole} for the answer to one of them, whose first input has this index among all. */
  readPart(bytes: Buffer, plan: AttemptPlan, firstIndex: number): Generator<undefined, PartAnswer>;
  /** The one answer, in pieces, and what all of it used, where its requests are not priced apart. */
  join(answers: readonly AnsweredPart[], plan: AttemptPlan): { readonly body: Buffer[]; readonly usage: ReportedUsage };
}

/** How an upstream of one protocol serves clients of one protocol, which may be another. Pure: bytes in, bytes out. */
export interface Relay {
  /** Joined to a route's base address. */
  readonly upstreamPath: string | ((plan: AttemptPlan) => string);
  /** Type of the body for the upstream; JSON by default. */
  readonly contentType?: (plan: AttemptPlan) => string | undefined;
  /** Further headers of the request, in small letters. */
  readonly headers?: Readonly<Record<string, string>>;
  /** How far the work is, for upstreams that answer before it is done: asked of every answer with status 200 until it is. */
  readonly progress?: (bytes: Buffer) => Progress;
  /** The body for the upstream; between equal protocols the client's bytes with as few spans replaced as possible. */
  toUpstream(body: ScannedBody, plan: AttemptPlan): Buffer;
  /** `null` where answers come as a whole only. */
  readonly createStreamRelay: ((plan: AttemptPlan) => StreamRelay) | null;
  /**
   * A whole answer, in the client's form, as the stream that its client requested and its upstream did not send; `null` if it has no form as a
   * stream.
   */
  readonly asStream?: (answer: Buffer) => Buffer | null;
  /** In steps, between which the event loop may serve other work. */
  readWhole(bytes: Buffer, plan: AttemptPlan): Generator<undefined, WholeAnswer>;
  readRefusal(status: number, bytes: Buffer): UpstreamRefusal;
  /** Quirks that a refusal shows: without what they leave out of a request, which the client did not send, it may be served. */
  readonly readQuirks?: (status: number, bytes: Buffer, plan: AttemptPlan) => Quirks | null;
  readonly batches?: Batches;
}

/** One protocol. */
export interface Dialect {
  readonly name: string;
  /** Kind of the models that are called with it. */
  readonly kind: ModelKind;
  /** `null` where only upstreams speak it. */
  readonly client: ClientSide | null;
  /** Name of a protocol that clients speak → how upstreams of this one serve them. */
  readonly serves: ReadonlyMap<string, Relay>;
  /** For upstreams whose work is a task that is polled; they serve no {@link Relay}. */
  readonly music?: MusicUpstream;
}
