import type { Quirks } from '@tollgate/contract/catalogue/quirks';
import type { UpstreamRefusal } from './upstream-refusal.ts';

/** A client's request to a music model, checked against the model's record before any upstream is called. */
export interface MusicRequest {
  readonly prompt: string;
  /** `null`: as long as the model likes. */
  readonly durationSeconds: number | null;
  /** In the words of the model's record; empty where none were sent. */
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

/** What the dialect needs to know about the route of a task. The same at every request of the task, on whichever node. */
export interface TaskPlan {
  readonly upstreamModel: string;
  readonly quirks: Quirks;
  /** Of the task; the same at every attempt, for upstreams that take a key of idempotency. */
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
  /** Of the head, in lower case and without parameters; empty where it has none. */
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Where the bytes of a song are: at an address of the vendor's `mediaHosts`, or here. */
export type SongSource = { readonly kind: 'address'; readonly url: string } | { readonly kind: 'bytes'; readonly bytes: Buffer };

/** One song, as the upstream describes it. Its text is not trusted: the code that shows it limits it. */
export interface MadeSong {
  readonly source: SongSource;
  readonly format: 'mp3' | 'wav';
  readonly title: string | null;
  readonly tags: readonly string[];
  readonly lyrics: string | null;
  /** As the upstream says; `null` where it does not. */
  readonly durationMs: number | null;
}

/** How far a task is. */
export type TaskReport =
  /** `progress`: percent; `null` where the upstream names none. */
  | { readonly state: 'running'; readonly progress: number | null }
  /** At least one song. */
  | { readonly state: 'done'; readonly songs: readonly MadeSong[] }
  /** Permanent, whatever the status. `blame` says who is at fault. */
  | { readonly state: 'failed'; readonly refusal: UpstreamRefusal; readonly cause: string }
  /** What was said is no report. Of a poll: the next one may be. `fault` is in our words. */
  | { readonly state: 'unclear'; readonly fault: string };

/** The answer to a submission: the upstream's name for the task, or all there is to say at once. */
export type Submitted = { readonly state: 'accepted'; readonly upstreamId: string } | Exclude<TaskReport, { state: 'running' }>;

/** The requests about a task that an upstream has taken. */
export interface TaskPolling {
  poll(upstreamId: string, plan: TaskPlan): TaskMessage;
  /** In steps, between which the event loop may serve everybody else. Never throws. */
  readPoll(answer: TaskAnswer, upstreamId: string, plan: TaskPlan): Generator<undefined, TaskReport>;
  /** `null`: the upstream has no cancellation. Its answer is not read. */
  readonly cancel: ((upstreamId: string, plan: TaskPlan) => TaskMessage) | null;
}

/** How one kind of upstream makes music that takes minutes. Pure: bytes in, bytes out. */
export interface MusicUpstream {
  submit(request: MusicRequest, plan: TaskPlan): TaskMessage;
  /** As {@link TaskPolling.readPoll}. Upstreams that answer 200 to what failed are read here, too. */
  readSubmit(answer: TaskAnswer, plan: TaskPlan): Generator<undefined, Submitted>;
  /** `null`: the answer to the submission is the music itself. */
  readonly polling: TaskPolling | null;
  /** Of any of these requests, by a status that is not 200. */
  readRefusal(status: number, bytes: Buffer): UpstreamRefusal;
}
