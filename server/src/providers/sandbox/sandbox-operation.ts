import type { Model, Price } from '../../domain/catalog/model.ts';
import type { SandboxStep } from './sandbox-exchange.ts';
import type { SandboxKnobs } from './sandbox-knobs.ts';

export type SandboxBody = Readonly<Record<string, unknown>>;

/** The request's own identity, so that the same request always gets the same answer. */
export interface SandboxFrame {
  /** Hexadecimal, 24 characters. */
  readonly id: string;
  /** Seconds since the epoch. */
  readonly created: number;
}

/** The sandbox's answer without faults. */
export interface SandboxReply {
  readonly knobs: SandboxKnobs;
  readonly contentType: string;
  readonly chunks: Iterable<Buffer>;
}

/** One thing that the sandbox can do, and the model it does it as. */
export interface SandboxOperation {
  /** Below the base address. */
  readonly path: string;
  /** Protocol of requests and answers. */
  readonly dialect: string;
  /** Its name begins with `sandbox/`; upstream it is what follows. */
  readonly model: Model;
  /**
   * Answers a request, a large one in several turns.
   * @throws {SandboxRefusal} naming the field.
   */
  answer(body: SandboxBody, frame: SandboxFrame): Generator<SandboxStep, SandboxReply>;
  /**
   * For operations whose answers are tasks: the progress of the one with this id, or that it is cancelled. `null`: there is no such task.
   */
  readonly follow?: (id: string, method: 'GET' | 'DELETE', atMs: number) => SandboxReply | null;
}

/** The sandbox's price until the operator sets another. */
export const free: Price = { input: 0n, cachedInput: 0n, output: 0n, perCall: 0n, card: null };
