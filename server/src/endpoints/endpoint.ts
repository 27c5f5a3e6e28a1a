import type { Usage } from '@tollgate/contract/usage';
import type { ModelKind } from '@tollgate/contract/enumerations';
import type { KeyEntry } from '../domain/tenants/directory.ts';
import type { ScannedBody } from '../json/scanned-body.ts';

/** What a model endpoint read from a request: all the pipeline ever learns about it. */
export interface ModelRequest {
  readonly model: string;
  readonly stream: boolean;
  readonly includeUsage: boolean;
  /** The client's own bound on generated tokens, times the number of choices; `null` if it set none. */
  readonly outputTokensMax: number | null;
  /** Generated answers asked for (`n`). */
  readonly choices: number;
}

/** What an estimate may know about the model. */
export interface EstimateFacts {
  readonly outputLimit: number | null;
  readonly contextLength: number | null;
  /** Whether a client's bound on the output holds for all that is charged: not where a model thinks beside it. */
  readonly outputBoundHolds: boolean;
  /** Typical output of this model; 4096 until known. */
  readonly typicalOutputTokens: number;
}

export interface Estimate {
  /** Priced and reserved by default. */
  readonly expected: Usage;
  /** Nothing the upstream can do costs more; reserved by strict keys. */
  readonly worst: Usage;
  /** What the input counts as when a complete answer came without usage (the character rule, not the upper estimate). */
  readonly input: Usage;
}

/** An operation that calls a model: the pipeline admits, meters and logs it, and it cannot opt out. */
export interface ModelEndpoint {
  readonly name: string;
  readonly kind: ModelKind;
  readonly method: 'POST';
  /** Below the base address, for example `/chat/completions`. */
  readonly path: string;
  /** The dialect its clients speak. */
  readonly dialect: string;
  /** Checks and reads a body. @throws {ApiError} 400 naming the field and the remedy. */
  read(body: ScannedBody): ModelRequest;
  estimate(request: ModelRequest, body: ScannedBody, facts: EstimateFacts): Estimate;
}

/** What a locally answered operation may know. */
export interface LocalCall {
  readonly keyId: string;
  readonly accountId: string;
  readonly entry: KeyEntry;
  /** What follows the endpoint's path, decoded: a model id may contain `/`. */
  readonly rest: string;
  readonly atMs: number;
}

/** An operation answered from our own state: free, with a rate bucket of its own. */
export interface LocalEndpoint {
  readonly name: string;
  readonly method: 'GET';
  /** Ends with `/*` when the rest of the path is its argument. */
  readonly path: string;
  /** @throws {ApiError} for the client. */
  answer(call: LocalCall): object | Promise<object>;
}
