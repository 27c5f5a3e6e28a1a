import type { ServiceTier } from '@tollgate/contract/model-api/service-tiers';
import type { ApiError } from '@tollgate/contract/errors';
import type { Quirks } from '@tollgate/contract/catalogue/quirks';
import type { Usage } from '@tollgate/contract/usage';
import type { ModelKind } from '@tollgate/contract/enumerations';
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

/** The content of a request, as a model endpoint reads it: everything that the pipeline ever learns about it. */
export interface ModelRequest {
  readonly model: string;
  readonly stream: boolean;
  readonly includeUsage: boolean;
  /** The client's own bound on generated tokens, times the number of choices; `null` if it set none. */
  readonly outputTokensMax: number | null;
  /** Generated answers asked for (`n`), of all prompts. */
  readonly choices: number;
  /** If there are several, each is a request to the upstream and is priced separately. */
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
  /** Whether a client's bound on the output covers everything that is charged: not for models that think outside it. */
  readonly outputBoundHolds: boolean;
  /** Typical output of this model; 4096 until known. */
  readonly typicalOutputTokens: number;
  /** For music models. */
  readonly music?: MusicFacts | undefined;
}

export interface Estimate {
  /** Priced and reserved by default. */
  readonly expected: Usage;
  /** Nothing the upstream can do costs more; reserved by strict keys. */
  readonly worst: Usage;
  /** The input's count for a complete answer without usage (the character rule, not the upper estimate). */
  readonly input: Usage;
}

/** A shape of the reference, under the name it has there. */
export interface NamedSchema {
  readonly name: string;
  readonly schema: z.ZodType;
}

/** Description of an operation for the reference, the README and the shared checks of all endpoints. */
export interface EndpointDocument {
  readonly summary: string;
  /** A few words for the table of the README. */
  readonly inShort: string;
  readonly description: string;
}

export interface ModelEndpointDocument extends EndpointDocument {
  readonly request: NamedSchema;
  /** A request that the sandbox answers, from the first start on. */
  readonly example: Readonly<Record<string, unknown>>;
  readonly answer: NamedSchema;
  /** One event of its stream, and how its last one begins; `null` for operations that do not stream. */
  readonly event: (NamedSchema & { readonly last: string }) | null;
}

/** An operation that calls a model: the pipeline admits, meters and logs it, and it cannot opt out. */
export interface ModelEndpoint {
  /** In the log's spelling. */
  readonly name: string;
  readonly kind: ModelKind;
  readonly method: 'POST';
  /** Below the base address, for example `/chat/completions`. */
  readonly path: string;
  /** Other paths that some clients of the same protocol use. */
  readonly alsoAt?: readonly string[];
  /** The protocol its clients speak. */
  readonly dialect: string;
  /** Its form fields; `null` if its requests are JSON. */
  readonly form: FormRules | null;
  /** Fields in which 0, an empty text, list or object means that the client's program set nothing. */
  readonly zeroMeansUnset: ZeroFields;
  readonly document: ModelEndpointDocument;
  /** Checks and reads a body. @throws {ApiError} 400 naming the field and the remedy. */
  read(body: ScannedBody): ModelRequest;
  estimate(request: ModelRequest, body: ScannedBody, facts: EstimateFacts): Estimate;
  /** For music, which is a task. */
  readonly music?: MusicReading;
}

export interface MusicReading {
  /** Checks the request against the model's record. @throws {ApiError} 400 naming the field. */
  read(body: ScannedBody, facts: MusicFacts | undefined): MusicRequest;
  /** A task as its key sees it, with its songs as its client wants them: an object, or an {@link AnswerWithFiles}. */
  show(desk: TaskService, task: Task): object;
  /** The public name of a task. */
  nameOf(id: string): string;
}

/** The part of a call that a locally answered operation may use. */
export interface LocalCall {
  readonly keyId: string;
  readonly accountId: string;
  readonly entry: KeyEntry;
  /** The rest of the path, decoded: a model id may contain `/`. */
  readonly rest: string;
  /** The query of the address. */
  readonly search: string;
  readonly atMs: number;
}

/** A song that is kept here, at its address. */
export interface ShownSong {
  readonly url: string;
  readonly format: 'mp3' | 'wav';
  readonly title: string | null;
  readonly tags: string[];
  readonly lyrics: string | null;
  /** Seconds. */
  readonly duration: number | null;
}

/** A file that is kept here, in place of an object: its bytes are the answer. */
export class FileAnswer {
  readonly object: StoredObject;

  constructor(object: StoredObject) {
    this.object = object;
  }
}

/** An object with files in it, in base64: pieces of JSON, and in each quotation that is left open between two of them a file. */
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
  /** The task after that; `null`: this key has none. */
  cancel(keyId: string, id: string): Promise<Task | null>;
  /** Additional advice for a key whose last tasks all failed at their upstreams; empty before that. */
  advice(keyId: string): Promise<string>;
  songsOf(task: Task): readonly ShownSong[];
  /** The file of one of its songs; `null`: there is none of this number, or it is not ready. */
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
  /** Shows a moment as ISO 8601. */
  readonly formatIso: (epochMs: number) => string;
}

/** An operation answered from our own state: free, and counted apart from calls. */
export interface LocalEndpoint {
  /** In the log's spelling. */
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** `*` matches its argument; at the end, the rest of the path. */
  readonly path: string;
  /** Polled while a task is made: counted separately, so that neither calls nor other free requests suffer. */
  readonly isPoll?: true;
  readonly document: EndpointDocument & {
    /** Description of the rest of the path. */
    readonly rest?: { readonly name: string; readonly description: string };
    /** If the answer is a file: its description and its media types. */
    readonly file?: { readonly description: string; readonly mediaTypes: readonly string[] };
  };
  /** An object, sent as JSON, or a {@link FileAnswer} or {@link AnswerWithFiles}. @throws {ApiError} for the client. */
  answer(call: LocalCall, parts: LocalParts): object | Promise<object>;
}
