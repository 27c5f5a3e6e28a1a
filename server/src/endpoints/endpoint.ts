import type { Usage } from '@tollgate/contract/usage';
import type { ModelKind } from '../domain/catalog/model.ts';
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
