import { useSyncExternalStore } from 'react';
import { useSession } from '../../../../api/session.ts';
import { brokenOff, faultFrom, faultOf, isAbort, type CallFault } from '../calls/call-fault.ts';

export interface Run<Result> {
  readonly state: 'idle' | 'running' | 'done' | 'stopped' | 'failed';
  readonly result: Result | null;
  readonly requestId: string | null;
  readonly fault: CallFault | null;
  /** The key used for the call. */
  readonly keyId: string;
}

interface Work<Result> {
  readonly keyId: string;
  readonly ask: (signal: AbortSignal) => Promise<Response>;
  /** Throws if the response is invalid. */
  readonly read: (body: unknown, signal: AbortSignal) => Promise<Result> | Result;
}

const idle: Run<never> = { state: 'idle', result: null, requestId: null, fault: null, keyId: '' };

/** One call with a single response, and its last result. It continues while another page is shown. */
class Runner<Result> {
  #run: Run<Result> = idle;
  #call: AbortController | null = null;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly shown = (): Run<Result> => this.#run;

  readonly stop = (): void => {
    this.#call?.abort();
  };

  /** Shows a partial result. */
  readonly show = (result: Result): void => {
    this.#set({ ...this.#run, result });
  };

  start({ keyId, ask, read }: Work<Result>): void {
    this.stop();
    const call = new AbortController();
    this.#call = call;
    const set = (by: Partial<Run<Result>>): void => {
      if (this.#call === call) this.#set({ ...this.#run, ...by });
    };
    this.#set({ ...idle, state: 'running', keyId });
    const run = async (): Promise<void> => {
      const response = await ask(call.signal);
      const requestId = response.headers.get('x-request-id');
      set({ requestId });
      const body: unknown = await response.json().catch((error: unknown) => {
        if (isAbort(error)) throw error;
        return null;
      });
      if (!response.ok) set({ state: 'failed', fault: faultFrom(body, response) });
      else if (body === null) set({ state: 'failed', fault: brokenOff(requestId) });
      else set({ result: await read(body, call.signal), state: 'done' });
    };
    run().catch((thrown: unknown) => {
      set(isAbort(thrown) ? { state: 'stopped' } : { state: 'failed', fault: faultOf(thrown) });
    });
  }

  #set(run: Run<Result>): void {
    this.#run = run;
    for (const listener of this.#listeners) listener();
  }
}

/** Runners by owner, created on first use. */
export function runners<Result>(): (owner: string) => Runner<Result> {
  const made = new Map<string, Runner<Result>>();
  return (owner) => {
    const runner = made.get(owner) ?? new Runner<Result>();
    made.set(owner, runner);
    return runner;
  };
}

/** The runner of the signed-in person in the current account, and its state. */
export function useOwnRun<Result>(runnerOf: (owner: string) => Runner<Result>, accountId: string) {
  const { user } = useSession();
  const runner = runnerOf(`${user.id} ${accountId}`);
  return { runner, run: useSyncExternalStore(runner.subscribe, runner.shown) };
}
