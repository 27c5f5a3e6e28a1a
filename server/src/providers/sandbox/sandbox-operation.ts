import type { Model, Price } from '../../domain/catalog/model.ts';
import type { SandboxStep } from './sandbox-exchange.ts';
import type { SandboxKnobs } from './sandbox-knobs.ts';

export type SandboxBody = Readonly<Record<string, unknown>>;

/** The identity of a request, so that equal requests get equal answers. */
export interface SandboxFrame {
  /** Hexadecimal, 24 characters. */
  readonly id: string;
  /** Seconds since the epoch. */
  readonly created: number;
}

/** The sandbox's answer before any requested faults are applied. */
export interface SandboxReply {
  readonly knobs: SandboxKnobs;
  readonly contentType: string;
  readonly chunks: Iterable<Buffer>;
}

/** An operation of the sandbox, with its model. */
export interface SandboxOperation {
  /** Relative to the base URL. */
  readonly path: string;
  /** Protocol of requests and answers. */
  readonly dialect: string;
  /** Its name begins with `sandbox/`; the upstream name is the rest. */
  readonly model: Model;
  /**
   * Answers a request, in several turns if it is large.
   * @throws {SandboxRefusal} that names the field.
   */
  answer(body: SandboxBody, frame: SandboxFrame): Generator<SandboxStep, SandboxReply>;
  /** For operations whose answers are tasks: the state of the task with this ID, or its cancellation. `null` if there is no such task. */
  readonly follow?: (id: string, method: 'GET' | 'DELETE', atMs: number) => SandboxReply | null;
}

/** The sandbox's price until the operator sets another. */
export const free: Price = { input: 0n, cachedInput: 0n, output: 0n, perCall: 0n, card: null };
