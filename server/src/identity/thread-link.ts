/** Messages between two threads: calls by name, and their results. */
type Message =
  | readonly ['ask', number, string, unknown]
  | readonly ['answer', number, unknown]
  | readonly ['fault', number, { readonly name: string; readonly message: string }];

type InputOf<Call> = Call extends (input: infer Input) => Promise<unknown> ? Input : never;
type OutputOf<Call> = Call extends (input: never) => Promise<infer Output> ? Output : never;

/** Calls a function of the other thread. */
export type Ask<Calls> = <Name extends keyof Calls & string>(
  name: Name,
  input: InputOf<Calls[Name]>,
) => Promise<OutputOf<Calls[Name]>>;

/** The other thread reported a failure, or has ended. */
export class ThreadFault extends Error {
  override readonly name = 'ThreadFault';
}

/** One end of the connection: a worker as its owner sees it, or the owner as the worker sees it. */
interface Port {
  postMessage(message: Message): void;
  on(event: 'message', listener: (message: Message) => void): unknown;
}

export interface ThreadLink<Theirs> {
  readonly ask: Ask<Theirs>;
  /** Fails all calls that still wait for a result. */
  lose(reason: string): void;
}

/** Lets two threads call each other's functions. */
export function linkThreads<Theirs>(
  port: Port,
  ours: Readonly<Record<string, (input: never) => Promise<unknown>>>,
): ThreadLink<Theirs> {
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  let asked = 0;

  async function answer(number: number, name: string, input: unknown): Promise<void> {
    try {
      const called = ours[name];
      if (called === undefined) throw new TypeError(`there is no function ${name}`);
      port.postMessage(['answer', number, await called(input as never)]);
    } catch (error) {
      const { name: kind, message } = error instanceof Error ? error : new Error(String(error));
      port.postMessage(['fault', number, { name: kind, message }]);
    }
  }

  function settle(number: number): PromiseWithResolvers<unknown> | undefined {
    const found = waiting.get(number);
    waiting.delete(number);
    return found;
  }

  port.on('message', (message) => {
    if (message[0] === 'ask') void answer(message[1], message[2], message[3]);
    else if (message[0] === 'answer') settle(message[1])?.resolve(message[2]);
    else settle(message[1])?.reject(new ThreadFault(`${message[2].name}: ${message[2].message}`));
  });
  return {
    ask(name, input) {
      asked += 1;
      const answered = Promise.withResolvers<unknown>();
      waiting.set(asked, answered);
      port.postMessage(['ask', asked, name, input]);
      // The cast is safe: both ends belong to one program, so the result has the function's declared type.
      return answered.promise as Promise<never>;
    },
    lose(reason) {
      for (const { reject } of waiting.values()) reject(new ThreadFault(reason));
      waiting.clear();
    },
  };
}
