import type { ServiceTier } from '@tollgate/contract/model-api/service-tiers';
import type { ApiError } from '@tollgate/contract/errors';
import type { Quirks } from '@tollgate/contract/catalogue/quirks';
import type { Usage } from '@tollgate/contract/usage';
import type { ModelKind } from '@tollgate/contract/enumerations';
import type { ClientSide } from '../dialects/dialect.ts';
import type { MusicRequest } from '../dialects/music-upstream.ts';
import type { Catalog } from '../domain/catalog/catalog.ts';
import type { MusicFacts } from '../domain/catalog/model.ts';
import type { Calendar } from '../domain/limits/calendar.ts';
import type { StoredObject } from '../domain/content/objects.ts';
import type { Coordination } from '../domain/limits/coordination.ts';
import type { FormRules } from '../forms/form-rules.ts';
import type { Task } from '../domain/tasks/task.ts';
import type { KeyEntry } from '../domain/tenants/directory.ts';
import type { z } from 'zod';
import type { ScannedBody } from '../json/scanned-body.ts';
import type { ZeroFields } from '../json/leave-out-zeros.ts';

/** The content of a request, as a model endpoint reads it. The pipeline learns nothing else about the request. */
export interface ModelRequest {
  readonly model: string;
  readonly stream: boolean;
  readonly includeUsage: boolean;
  /** The client's own limit on generated tokens, times the number of choices; `null` if it set none. */
  readonly outputTokensMax: number | null;
  /** The number of requested answers (`n`), for all prompts together. */
  readonly choices: number;
  /** If there are several prompts, each becomes a request to the upstream and is priced separately. */
  readonly prompts?: number;
  readonly serviceTier: ServiceTier | null;
  /** A feature that only some providers have; set only if it is requested. */
  readonly needs?: RequestNeed;
}

/** A quirk that a provider must have, and the error for the client if none of the model's providers has it. */
export interface RequestNeed {
  readonly quirk: keyof Quirks;
  readonly refusal: () => ApiError;
}

/** Facts about the model that an estimate may use. */
export interface EstimateFacts {
  readonly outputLimit: number | null;
  readonly contextLength: number | null;
  /** Whether a client's output limit covers everything that is charged. It does not for models whose reasoning is not limited by it. */
  readonly outputBoundHolds: boolean;
  /** Typical output of this model; 4096 until it is known. */
  readonly typicalOutputTokens: number;
  /** Set for music models. */
  readonly music?: MusicFacts | undefined;
}

export interface Estimate {
  /** Priced and reserved by default. */
  readonly expected: Usage;
  /** The upstream cannot cause higher costs than this. Reserved for strict keys. */
  readonly worst: Usage;
  /** The input count for a complete answer without usage, by the character rule and not the upper estimate. */
  readonly input: Usage;
}

/** A schema in the reference, with its name there. */
export interface NamedSchema {
  readonly name: string;
  readonly schema: z.ZodType;
}

/** Description of an operation for the reference, the README and the shared checks of all endpoints. */
export interface EndpointDocument {
  readonly summary: string;
  /** A short description for the table in the README. */
  readonly inShort: string;
  readonly description: string;
}

export interface ModelEndpointDocument extends EndpointDocument {
  readonly request: NamedSchema;
  /** A request that the sandbox can answer immediately after the first start. */
  readonly example: Readonly<Record<string, unknown>>;
  readonly answer: NamedSchema;
  /** One event of its stream, and how the last one begins; `null` for operations that do not stream. */
  readonly event: (NamedSchema & { readonly last: string }) | null;
}

/** An operation that calls a model. The pipeline admits, meters and logs it, and it cannot opt out. */
export interface ModelEndpoint {
  /** As written in the log. */
  readonly name: string;
  readonly kind: ModelKind;
  readonly method: 'POST';
  /** Relative to the base URL, such as `/chat/completions`. */
  readonly path: string;
  /** Other paths that some clients of the same protocol use. */
  readonly alsoAt?: readonly string[];
  /** The protocol of its clients. */
  readonly dialect: string;
  /** Its form fields; `null` if its requests are JSON. */
  readonly form: FormRules | null;
  /** `false` if only the requested model can use the answer later, so that no other model may answer in its place. */
  readonly isReplaceable?: false;
  /** Fields in which 0, or an empty text, list or object, means that the client's program set nothing. */
  readonly zeroMeansUnset: ZeroFields;
  readonly document: ModelEndpointDocument;
  /**
   * Checks and reads a body.
   * @throws {ApiError} 400 that names the field and the fix.
   */
  read(body: ScannedBody): ModelRequest;
  estimate(request: ModelRequest, body: ScannedBody, facts: EstimateFacts): Estimate;
  /** Set for music, which is a task. */
  readonly music?: MusicReading;
}

export interface MusicReading {
  /**
   * Checks the request against the model's record.
   * @throws {ApiError} 400 that names the field.
   */
  read(body: ScannedBody, facts: MusicFacts | undefined): MusicRequest;
  /** A task as its key sees it, with the songs in the form that the client requested: an object, or an {@link AnswerWithFiles}. */
  show(desk: TaskService, task: Task): object;
  /** The public name of a task. */
  nameOf(id: string): string;
}

/** The part of a call that a locally answered operation may use. */
export interface LocalCall {
  readonly keyId: string;
  readonly accountId: string;
  readonly entry: KeyEntry;
  /** The decoded rest of the path; a model ID may contain `/`. */
  readonly rest: string;
  /** The query of the URL. */
  readonly search: string;
  readonly atMs: number;
  /** The form of the answer. */
  readonly side: ClientSide;
  /** Set for operations that read a body. */
  readonly body: ScannedBody | null;
}

/** A song that is stored here, with its URL. */
export interface ShownSong {
  readonly url: string;
  readonly format: 'mp3' | 'wav';
  readonly title: string | null;
  readonly tags: string[];
  readonly lyrics: string | null;
  /** Seconds. */
  readonly duration: number | null;
}

/** A response that is a stored file instead of an object. */
export class FileAnswer {
  readonly object: StoredObject;

  constructor(object: StoredObject) {
    this.object = object;
  }
}

/** An object that contains files in base64. It consists of JSON pieces; between two of them, within an open string, is a file. */
export class AnswerWithFiles {
  readonly pieces: readonly (string | StoredObject)[];

  constructor(pieces: AnswerWithFiles['pieces']) {
    this.pieces = pieces;
  }
}

/** Tasks, as their keys see them. */
export interface TaskService {
  find(keyId: string, id: string): Promise<Task | null>;
  list(keyId: string, page: { readonly limit: number; readonly after: string | null }): Promise<readonly Task[]>;
  /** Returns the task afterwards; `null` if this key has no such task. */
  cancel(keyId: string, id: string): Promise<Task | null>;
  /** Additional advice for a key whose last tasks all failed at their upstreams; otherwise empty. */
  advice(keyId: string): Promise<string>;
  songsOf(task: Task): readonly ShownSong[];
  /** The file of one of the task's songs; `null` if there is no song of this number, or it is not ready. */
  fileOf(task: Task, index: number): StoredObject | null;
}

/** The data for locally answered operations. */
export interface LocalParts {
  readonly catalog: Catalog;
  /** Kinds of models that some operation calls; the others are not for sale. */
  readonly kinds: ReadonlySet<ModelKind>;
  readonly coordination: Coordination;
  readonly calendar: Calendar;
  readonly tasks: TaskService;
  /** Formats a time as ISO 8601. */
  readonly formatIso: (epochMs: number) => string;
}

/** An operation answered from our own state. It is free, and counted separately from calls. */
export interface LocalEndpoint {
  /** As written in the log. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `*` matches the argument; at the end, the rest of the path. */
  readonly path: string;
  /** Polled while a task runs. Counted separately, so that neither calls nor other free requests are affected. */
  readonly isPoll?: true;
  /** The request has a JSON body. */
  readonly hasBody?: true;
  /** Further headers of the answer, in lower case. */
  readonly headers?: readonly (readonly [name: string, value: string])[];
  readonly document: EndpointDocument & {
    /** Description of the rest of the path. */
    readonly rest?: { readonly name: string; readonly description: string };
    /** If the response is a file: its description and its media types. */
    readonly file?: { readonly description: string; readonly mediaTypes: readonly string[] };
  };
  /**
   * Returns an object, which is sent as JSON, or a {@link FileAnswer} or {@link AnswerWithFiles}.
   * @throws {ApiError} for the client.
   */
  answer(call: LocalCall, parts: LocalParts): object | Promise<object>;
}
