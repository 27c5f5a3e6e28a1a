import type { Quirks } from '@tollgate/contract/catalogue/quirks';
import type { UpstreamRefusal } from './upstream-refusal.ts';

/** A client's request to a music model, checked against the model's record before any upstream is called. */
export interface MusicRequest {
  readonly prompt: string;
  /** `null`: the model chooses the duration. */
  readonly durationSeconds: number | null;
  /** Tags that the model's record lists; empty if none were sent. */
  readonly tags: readonly string[];
  readonly lyrics: string | null;
  readonly instrumental: boolean;
  readonly title: string | null;
  /** Number of requested songs. Any further songs are not delivered. */
  readonly songs: number;
  readonly seed: number | null;
  readonly outputFormat: 'mp3' | 'wav';
  /** How the client wants to receive the songs from us; upstreams do not get this field. If absent, as URLs. */
  readonly responseFormat?: 'url' | 'b64_json';
  /** The client's metadata, from which the sandbox reads its instructions. */
  readonly metadata?: Readonly<Record<string, string>> | null;
}

/** What a dialect needs to know about the route of a task. The same for every request of the task, on any node. */
export interface TaskPlan {
  readonly upstreamModel: string;
  readonly quirks: Quirks;
  /** ID of the task; the same at every attempt, for upstreams with idempotency keys. */
  readonly callId: string;
  /** Request fields that the model is known to support. */
  readonly supportedParameters: readonly string[];
}

/** A request to an upstream, with the route's own headers and a JSON body. */
export interface TaskMessage {
  readonly method: 'POST' | 'GET' | 'DELETE';
  /** Appended to the route's base URL; may end with a query. */
  readonly path: string;
  readonly body: Buffer | null;
}

/** A response with status 200. */
export interface TaskAnswer {
  /** From the head, in lower case and without parameters; empty if there is none. */
  readonly contentType: string;
  readonly bytes: Buffer;
}

/** Where a song's bytes are: at a URL of the vendor's `mediaHosts`, or included. */
export type SongSource = { readonly kind: 'address'; readonly url: string } | { readonly kind: 'bytes'; readonly bytes: Buffer };

/** One song, as the upstream describes it. Its text is not trusted: code that shows it limits its length. */
export interface MadeSong {
  readonly source: SongSource;
  readonly format: 'mp3' | 'wav';
  readonly title: string | null;
  readonly tags: readonly string[];
  readonly lyrics: string | null;
  /** As reported by the upstream; `null` if not reported. */
  readonly durationMs: number | null;
}

/** The state of a task. */
export type TaskReport =
  /** `progress` in percent; `null` if the upstream reports none. */
  | { readonly state: 'running'; readonly progress: number | null }
  /** At least one song. */
  | { readonly state: 'done'; readonly songs: readonly MadeSong[] }
  /** Permanent, regardless of the status. `blame` says who is at fault. */
  | { readonly state: 'failed'; readonly refusal: UpstreamRefusal; readonly cause: string }
  /** The response is not a report. For a poll, the next one may be. `fault` is our own text. */
  | { readonly state: 'unclear'; readonly fault: string };

/** The response to a submission: the upstream's ID for the task, or the final report if there is one at once. */
export type Submitted = { readonly state: 'accepted'; readonly upstreamId: string } | Exclude<TaskReport, { state: 'running' }>;

/** The requests for a task that an upstream has accepted. */
export interface TaskPolling {
  poll(upstreamId: string, plan: TaskPlan): TaskMessage;
  /** Runs in steps, between which the event loop may do other work. Never throws. */
  readPoll(answer: TaskAnswer, upstreamId: string, plan: TaskPlan): Generator<undefined, TaskReport>;
  /** `null` if the upstream does not support cancellation. The response is ignored. */
  readonly cancel: ((upstreamId: string, plan: TaskPlan) => TaskMessage) | null;
}

/** How one kind of upstream generates music, which takes minutes. Pure: bytes in, bytes out. */
export interface MusicUpstream {
  submit(request: MusicRequest, plan: TaskPlan): TaskMessage;
  /** Like {@link TaskPolling.readPoll}. Also reads failures that an upstream reports with status 200. */
  readSubmit(answer: TaskAnswer, plan: TaskPlan): Generator<undefined, Submitted>;
  /** `null` if the response to the submission is the music itself. */
  readonly polling: TaskPolling | null;
  /** For any of these requests, if the status is not 200. */
  readRefusal(status: number, bytes: Buffer): UpstreamRefusal;
}
