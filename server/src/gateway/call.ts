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
import type { AttemptFailure } from '../upstream/route-health.ts';
import type { Affinity } from '../upstream/affinity.ts';
import type { Candidate } from '../upstream/candidate.ts';

/** What an address means. */
export type Target =
  | { readonly kind: 'model'; readonly endpoint: ModelEndpoint }
  | { readonly kind: 'local'; readonly endpoint: LocalEndpoint; readonly rest: string }
  /** A file at a signed address. */
  | { readonly kind: 'content'; readonly rest: string }
  | { readonly kind: 'wrong_method'; readonly allow: string }
  /** A known operation below an unknown prefix. */
  | { readonly kind: 'wrong_base' }
  | { readonly kind: 'unknown' };

/**
 * A request whose head was read. One object accompanies the call through every stage, which fills in its results; its type shows how far it
 * came.
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
  /** The protocol that its client speaks, as the address says. */
  readonly side: ClientSide;
  readonly sourceIp: string;
  /** The client holds its body back until it gets `100 Continue`. */
  readonly expectsContinue: boolean;
  /** Ends the call from outside (the drain limit is reached); set by the stage that has it in hand. */
  interrupt: ((error: ApiError) => void) | null;
  /** Memory of its large bodies; `null` before the first one is read. */
  memory: BodyMemoryHold | null;
  /** Name of the model asked for, if it is one of the catalogue; for the log. */
  modelName: string | null;
  /** Routes that were not asked, and why, for the operator; `null`: none. */
  passedOver: string[] | null;
  /** Fields of the request that the upstream could not receive, as reported to the client; `null`: none. */
  dropped: readonly string[] | null;
  /** The alias of the model in the request, if any. */
  alias: string | null;
  streamed: boolean;
  attempts: number;
  /** The result of each attempt; `null` as long as none has failed. */
  attemptLog: AttemptNote[] | null;
  /** `provider/region` of the last attempt. */
  routeName: string | null;
  /** What decided for that route or its key among equals; `null`: the weights, or it has no equal. */
  routedBy: ChosenBy | null;
  firstTokenMs: number | null;
  /** Monotonic moment at which the answer was sent, if its arrival was awaited. */
  answeredMs: number | null;
}

/** The key is genuine and usable, and the source address is allowed. */
export interface AuthenticatedCall extends ReceivedCall {
  readonly entry: KeyEntry;
}

/** The requested model, its price and the strictness, with the account and the catalogue as they are at this moment. */
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
  /** For music only. */
  readonly music: MusicRequest | undefined;
}

/** Result of the estimate, before admission. */
export interface EstimatedCall extends ReadCall {
  readonly estimate: Estimate;
  /** Output bound the gateway sets for strict calls that have none; `null` otherwise. */
  readonly outputTokensMax: number | null;
}

/** Admitted: an amount is reserved, and exactly one settlement must follow. */
export interface AdmittedCall extends EstimatedCall {
  readonly reservation: Reservation;
  readonly hourStartMs: number;
  readonly day: number;
}

/** Somebody serves the model: at least one candidate, best first. */
export interface RoutedCall extends AdmittedCall {
  readonly candidates: readonly Candidate[];
  /** `null`: any of several equals serves it as well. */
  readonly affinity: Affinity | null;
}

/** A stream whose first bytes have arrived. */
export interface ReadyStream {
  readonly relay: StreamRelay;
  /** Hands over what arrived so far and everything that follows. */
  attach(consumer: StreamConsumer): void;
  pause(): void;
  resume(): void;
  cancel(): void;
}

export interface StreamConsumer {
  onBytes(bytes: Buffer): void;
  /** The protocol is over: complete, or broken with the fault that ended it. */
  onOver(fault: AttemptFault | null): void;
}

/** Why one attempt failed. */
export interface AttemptFault {
  /** For the operator: specific, without an upstream's words. */
  readonly cause: string;
  /** The upstream's message, cleaned, for the log of the call. */
  readonly words?: string | null;
  /** The client's own fault: for a stream that the upstream refused midway, or if no other route takes the request. */
  readonly error?: ApiError;
  /** Its meaning for the route. */
  readonly failure: AttemptFailure;
}

/** The work for one prompt of several. */
export interface PromptWork extends Pick<StreamRelay, 'usage' | 'text'> {
  /** By the character rule. */
  readonly inputTokens: number;
}

export type ReadyAnswer =
  | { readonly kind: 'stream'; readonly stream: ReadyStream }
  | ({
      readonly kind: 'whole';
      /**
       * In order. Emptied when they are sent: otherwise anything that still holds the call would hold megabytes until a full collection.
       */
      readonly parts: Buffer[];
      readonly dropped: readonly string[];
      readonly delivered: number | undefined;
      readonly embed: Embedding | undefined;
      readonly keep: Keeping | undefined;
      /** The work for each prompt, if there are several. */
      readonly prompts?: readonly PromptWork[] | undefined;
    } & Pick<StreamRelay, 'usage' | 'text' | 'endedNaturally'>);

/** An upstream answered; from here on no other one is tried. */
export interface AnsweredCall extends RoutedCall {
  /** The answering candidate, and our cost of it. */
  readonly candidate: Candidate;
  readonly answer: ReadyAnswer;
}

/** A call that one stage fills in; no other code writes to it. */
export type Filling<Stage extends ReceivedCall> = { -readonly [Field in keyof Stage]: Stage[Field] };

/** Fields that later stages fill in: present from the start, so that all calls have one shape for the compiler from end to end. */
export type Blank = Readonly<Record<Exclude<keyof AnsweredCall, keyof ReceivedCall>, undefined>>;
