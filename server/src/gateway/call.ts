import type { IncomingMessage } from 'node:http';
import type { ChosenBy } from '@tollgate/contract/enumerations';
import type { ApiError } from '@tollgate/contract/errors';
import type { AttemptNote } from '../domain/books/call-record.ts';
import type { Model } from '../domain/catalog/model.ts';
import type { Quote } from '../domain/catalog/price.ts';
import type { Reservation } from '../domain/limits/coordination.ts';
import type { BodyMemoryHold } from '../domain/limits/body-memory.ts';
import type { KeyEntry } from '../domain/tenants/directory.ts';
import type { ClientSide, Embedding, Keeping, StreamRelay } from '../dialects/dialect.ts';
import type { MusicRequest } from '../dialects/music-upstream.ts';
import type { Estimate, LocalEndpoint, ModelEndpoint, ModelRequest } from '../endpoints/endpoint.ts';
import type { ClientAnswer } from '../http/client-answer.ts';
import type { Listed } from '../platform/live-list.ts';
import type { ScannedBody } from '../json/scanned-body.ts';
import type { AttemptFailure } from '../upstream/routing/health/route-health.ts';
import type { Affinity } from '../upstream/routing/affinity.ts';
import type { Candidate } from '../upstream/routing/candidate.ts';

/** What the URL of a request refers to. */
export type Target =
  | { readonly kind: 'model'; readonly endpoint: ModelEndpoint }
  | { readonly kind: 'local'; readonly endpoint: LocalEndpoint; readonly rest: string }
  /** A file at a signed URL. */
  | { readonly kind: 'content'; readonly rest: string }
  | { readonly kind: 'wrong_method'; readonly allow: string }
  /** A known operation below an unknown prefix. */
  | { readonly kind: 'wrong_base' }
  | { readonly kind: 'unknown' };

/**
 * A request whose head was read. One object accompanies the call through every stage, and each stage adds its results. The object's type
 * shows which stages have run.
 */
export interface ReceivedCall extends Listed {
  readonly id: string;
  readonly requestTimeMs: number;
  readonly startedMs: number;
  readonly request: IncomingMessage;
  readonly client: ClientAnswer;
  readonly path: string;
  readonly pathAsSent: string;
  readonly target: Target;
  /** The protocol of the client, which follows from the URL. */
  readonly side: ClientSide;
  readonly sourceIp: string;
  /** The client sends its body only after `100 Continue`. */
  readonly expectsContinue: boolean;
  /** Ends the call from outside, when the drain limit is reached. Set by the stage that is handling the call. */
  interrupt: ((error: ApiError) => void) | null;
  /** Memory of the call's large bodies; `null` before the first one is read. */
  memory: BodyMemoryHold | null;
  /** Name of the requested model, if it is in the catalogue; for the log. */
  modelName: string | null;
  /** Routes that were not asked, and why, for operators; `null` if there are none. */
  passedOver: PassedOver[] | null;
  /** Fields of the request that the upstream could not receive, as reported to the client; `null` if there are none. */
  dropped: readonly string[] | null;
  /** The model alias in the request, if any. */
  alias: string | null;
  streamed: boolean;
  attempts: number;
  /** Monotonic time at which the current attempt must be over. */
  attemptEndMs: number;
  /** The result of each attempt; `null` as long as no attempt has failed. */
  attemptLog: AttemptNote[] | null;
  /** `provider/region` of the last attempt. */
  routeName: string | null;
  /** Whether that route is one of the account's own. */
  isOwnRoute: boolean;
  /** What decided between that route or its key and equal ones; `null` if it was the weights, or there was no equal. */
  routedBy: ChosenBy | null;
  /** The model that answers in place of the requested one; `null`: that one. */
  servedModel: string | null;
  firstTokenMs: number | null;
  /** Monotonic time at which the answer was sent, if its delivery was awaited. */
  answeredMs: number | null;
}

/** The key is genuine and usable, and the source address is allowed. */
export interface AuthenticatedCall extends ReceivedCall {
  readonly entry: KeyEntry;
}

/** A route that serves the model and was not asked. */
export interface PassedOver {
  readonly candidate: Candidate;
  readonly why: string;
}

/** The requested model, its price and whether the call is strict, from the account and the catalogue at this moment. */
export interface Terms {
  readonly model: Model;
  readonly quote: Quote;
  readonly strict: boolean;
}

/** The body is read and checked. Nothing is reserved yet. */
export interface ReadCall extends AuthenticatedCall, Terms {
  readonly endpoint: ModelEndpoint;
  readonly body: ScannedBody;
  readonly wants: ModelRequest;
  /** Set for music only. */
  readonly music: MusicRequest | undefined;
}

/** Another model that a call may be answered with, and what that is expected to use. */
export interface Fallback extends Pick<Terms, 'model' | 'quote'> {
  readonly estimate: Estimate;
}

/** Result of the estimate, before admission. */
export interface EstimatedCall extends ReadCall {
  readonly estimate: Estimate;
  /** What to answer with when no route of the model can; `null`: nothing, or it is in use. */
  readonly fallback: Fallback | null;
  /** Output bound that the gateway sets for strict calls without one; otherwise `null`. */
  readonly outputTokensMax: number | null;
}

/** An amount is reserved for the call, and exactly one settlement must follow. */
export interface AdmittedCall extends EstimatedCall {
  readonly reservation: Reservation;
  readonly hourStartMs: number;
  readonly day: number;
}

/** At least one candidate serves the model; the best one is first. */
export interface RoutedCall extends AdmittedCall {
  readonly candidates: readonly Candidate[];
  /** `null` if equal routes serve the call equally well. */
  readonly affinity: Affinity | null;
}

/** A stream whose first bytes have arrived. */
export interface ReadyStream {
  readonly relay: StreamRelay;
  /** Passes everything received so far to the consumer, then everything that follows. */
  attach(consumer: StreamConsumer): void;
  pause(): void;
  resume(): void;
  cancel(): void;
}

export interface StreamConsumer {
  onBytes(bytes: Buffer): void;
  /** The protocol has ended: complete, or broken by this fault. */
  onOver(fault: AttemptFault | null): void;
}

/** Why one attempt failed. */
export interface AttemptFault {
  /** The specific cause for operators, without the upstream's message. */
  readonly cause: string;
  /** The upstream's message, sanitized, for the log of the call. */
  readonly words?: string | null;
  /** The client's own fault: set for a stream that the upstream refused midway, or if no other route accepts the request. */
  readonly error?: ApiError;
  /** What the fault means for the route. */
  readonly failure: AttemptFailure;
  /** The work for an answer that broke off while it was collected. */
  readonly work?: Pick<StreamRelay, 'usage' | 'text' | 'endedNaturally'>;
  /** When another call may succeed, if that is known without the upstream. */
  readonly retryAfterMs?: number;
}

/** The work for one of several prompts. */
export interface PromptWork extends Pick<StreamRelay, 'usage' | 'text'> {
  /** Estimated by the character rule. */
  readonly inputTokens: number;
}

export type ReadyAnswer =
  | { readonly kind: 'stream'; readonly stream: ReadyStream }
  | ({
      readonly kind: 'whole';
      /**
       * In order. Emptied when they are sent: otherwise anything that still refers to the call would keep megabytes until a full
       * collection.
       */
      readonly parts: Buffer[];
      readonly dropped: readonly string[];
      readonly delivered: number | undefined;
      readonly embed: Embedding | undefined;
      readonly keep: Keeping | undefined;
      /** The work for each prompt, if there are several. */
      readonly prompts?: readonly PromptWork[] | undefined;
    } & Pick<StreamRelay, 'usage' | 'text' | 'endedNaturally'>);

/** An upstream has answered; from here on no other one is tried. */
export interface AnsweredCall extends RoutedCall {
  /** The candidate that answered, with our cost. */
  readonly candidate: Candidate;
  readonly answer: ReadyAnswer;
}

/** The type through which one stage fills in a call; no other code writes to it. */
export type Filling<Stage extends ReceivedCall> = { -readonly [Field in keyof Stage]: Stage[Field] };

/** Fields that later stages fill in. They exist from the start, so that all calls keep one object shape for the compiler. */
export type Blank = Readonly<Record<Exclude<keyof AnsweredCall, keyof ReceivedCall>, undefined>>;
