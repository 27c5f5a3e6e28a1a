import type { ApiError } from '@tollgate/contract/errors';
import type { Usage } from '@tollgate/contract/usage';
import type { ScannedBody } from '../../../json/scanned-body.ts';
import type { AttemptPlan, Relay, StreamRelay } from '../../dialect.ts';
import type { ChatDialect } from './features.ts';
import type { HubAnswer, HubEvent } from './hub-event.ts';
import type { HubRequest } from './hub-request.ts';

/** Writes the events of an answer as the stream of a client's protocol. Pure: no clock, no IO. */
export interface StreamWriter {
  write(event: HubEvent): void;
  /** The bytes of the events written since the last call; `null` if there are none. Never contains what says that the answer is complete. */
  take(): Buffer | null;
  /** What says that the answer is complete, after the `finish` event: sent in one write. */
  tail(usage: Usage): Buffer;
  /** Memory of what waits until it may be written, if it can be much. */
  readonly keptBytes?: number;
  /** An error inside the stream: one truthful event, which is the last. */
  errorTail(error: ApiError): Buffer;
}

/** The client's half of a translation: one protocol of clients, whatever the upstream speaks. */
export interface ClientHalf {
  /**
   * Reads a request that the endpoint has checked. Never throws: what it cannot read is left out and named in `features`.
   */
  fromClient(body: ScannedBody): HubRequest;
  createStreamWriter(plan: AttemptPlan, request: HubRequest): StreamWriter;
  /** A whole answer in the client's form. */
  whole(answer: HubAnswer, usage: Usage, plan: AttemptPlan, request: HubRequest): Buffer;
}

/** Reads the stream of an upstream as events, from bytes split anywhere. Judges the protocol as a {@link StreamRelay} does. */
export interface StreamReader extends Pick<
  StreamRelay,
  'state' | 'fault' | 'refusal' | 'usage' | 'text' | 'endedNaturally' | 'unknownFinishReason' | 'keptBytes' | 'end'
> {
  /** Never throws. The `finish` event comes at the latest when `state` becomes `complete`. */
  push(chunk: Buffer): void;
}

/** A whole answer of an upstream, checked. */
export type ReadAnswer =
  | ({ readonly ok: true; readonly answer: HubAnswer } & Pick<
      StreamRelay,
      'usage' | 'text' | 'endedNaturally' | 'unknownFinishReason'
    >)
  | ({ readonly ok: false; readonly fault: string } & Pick<StreamRelay, 'refusal'>);

/** The upstream's half of a translation: one protocol of upstreams, whatever the client speaks. */
export interface UpstreamHalf extends Pick<Relay, 'upstreamPath' | 'headers' | 'readRefusal' | 'readQuirks' | 'refusesSeals'> {
  readonly dialect: ChatDialect;
  toUpstream(request: HubRequest, plan: AttemptPlan): Buffer;
  /** @param emit receives each event as soon as it is known. */
  createStreamReader(plan: AttemptPlan, request: HubRequest, emit: (event: HubEvent) => void): StreamReader;
  /** Runs in steps, between which the event loop may do other work. */
  readWhole(bytes: Buffer, plan: AttemptPlan, request: HubRequest): Generator<undefined, ReadAnswer>;
}
