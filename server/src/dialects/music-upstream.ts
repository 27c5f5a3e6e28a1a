import type { Quirks } from '@tollgate/contract/catalogue/quirks';
import type { UpstreamRefusal } from './upstream-refusal.ts';

/** A client's request to a music model, checked against the model's record before any upstream is called. */
export interface MusicRequest {
  readonly prompt: string;
  /** `null`: as long as the model likes. */
  readonly durationSeconds: number | null;
  /** In the terms of the model's record; empty if none were sent. */
  readonly tags: readonly string[];
  readonly lyrics: string | null;
  readonly instrumental: boolean;
  readonly title: string | null;
  /** Songs wanted. What is made beyond is not delivered. */
  readonly songs: number;
  readonly seed: number | null;
  readonly outputFormat: 'mp3' | 'wav';
  /** Not the upstream's affair: as what the client wants the songs from us. Left out: as addresses. */
  readonly responseFormat?: 'url' | 'b64_json';
  /** The client's metadata; the sandbox reads its instructions there. */
  readonly metadata?: Readonly<Record<string, string>> | null;
}

/** The dialect's inputs about the route of a task. The same for every request of the task, on any node. */
export interface TaskPlan {
  readonly upstreamModel: string;
  readonly quirks: Quirks;
  /** Id of the task; the same at every attempt, for upstreams with idempotency keys. */
  readonly callId: string;
  /** Request fields that the model is known to honour. */
  readonly supportedParameters: readonly string[];
}

/** A request to an upstream, with the route's own headers and JSON for a body. */
export interface TaskMessage {
  readonly method: 'POST' | 'GET' | 'DELETE';
  /** Joined to the route's base address; may end with a query. */
  readonly path: string;
  readonly body: Buffer | null;
}

/** An answer with status 200. */
export interface TaskAnswer {
  /** From the head, in lower case and without parameters; empty if it has none. */
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Location of a song's bytes: an address of the vendor's `mediaHosts`, or here. */
export type SongSource = { readonly kind: 'address'; readonly url: string } | { readonly kind: 'bytes'; readonly bytes: Buffer };

/** One song, as the upstream describes it. Its text is not trusted: the code that shows it limits it. */
export interface MadeSong {
  readonly source: SongSource;
  readonly format: 'mp3' | 'wav';
  readonly title: string | null;
  readonly tags: readonly string[];
  readonly lyrics: string | null;
  /** As reported by the upstream; `null` if not. */
  readonly durationMs: number | null;
}

/** How far a task is. */
export type TaskReport =
  /** `progress`: percent; `null` if the upstream reports none. */
  | { readonly state: 'running'; readonly progress: number | null }
  /** At least one song. */
  | { readonly state: 'done'; readonly songs: readonly MadeSong[] }
  /** Permanent, whatever the status. `blame` says who is at fault. */
  | { readonly state: 'failed'; readonly refusal: UpstreamRefusal; readonly cause: string }
  /** The answer is no report. For a poll: the next one may be. `fault` is our text. */
  | { readonly state: 'unclear'; readonly fault: string };

/** The answer to a submission: the upstream's name for the task, or all there is to say at once. */
export type Submitted = { readonly state: 'accepted'; readonly upstreamId: string } | Exclude<TaskReport, { state: 'running' }>;

/** The requests about a task that an upstream has taken. */
export interface TaskPolling {
  poll(upstreamId: string, plan: TaskPlan): TaskMessage;
  /** In steps, between which the event loop may serve other work. Never throws. */
  readPoll(answer: TaskAnswer, upstreamId: string, plan: TaskPlan): Generator<undefined, TaskReport>;
  /** `null`: the upstream has no cancellation. Its answer is not read. */
  readonly cancel: ((upstreamId: string, plan: TaskPlan) => TaskMessage) | null;
}

/** How one kind of upstream makes music that takes minutes. Pure: bytes in, bytes out. */
export interface MusicUpstream {
  submit(request: MusicRequest, plan: TaskPlan): TaskMessage;
  /** Like {@link TaskPolling.readPoll}. Also reads failures of upstreams that answer them with 200. */
  readSubmit(answer: TaskAnswer, plan: TaskPlan): Generator<undefined, Submitted>;
  /** `null`: the answer to the submission is the music itself. */
  readonly polling: TaskPolling | null;
  /** For any of these requests, with a status other than 200. */
  readRefusal(status: number, bytes: Buffer): UpstreamRefusal;
}
