/** A step of a task, by port and method. */
const steps = ['tasks.begin', 'transport.send', 'tasks.accepted', 'tasks.own', 'tasks.storing', 'objects.put'] as const;
const laterSteps = [
  'tasks.stored',
  'rowOf',
  'books.close',
  'books.flush',
  'coordination.settle',
  'addNotices',
  'tasks.ended',
] as const;

/** Where a process can die. */
export const deathsOfTasks: readonly string[] = [...steps, ...laterSteps].flatMap((step) => [`before ${step}`, `after ${step}`]);

/** How often processes died at each step, in all runs. */
export const reached = new Map<string, number>();

class Died extends Error {
  override readonly name = 'Died';
}

/** Ends a process when it reaches a labelled step. */
export class Death {
  /** `null` if it does not die. */
  at: string | null = null;
  readonly #die: () => void;

  constructor(die: () => void) {
    this.#die = die;
  }

  #pass(step: string): void {
    if (this.at !== step) return;
    this.at = null;
    reached.set(step, (reached.get(step) ?? 0) + 1);
    this.#die();
    throw new Died(`the process died ${step}`);
  }

  /** Wraps a method, with a step before and after it. */
  around<Arguments extends unknown[], Result>(
    name: string,
    ask: (...given: Arguments) => Result,
  ): (...given: Arguments) => Result {
    return (...given) => {
      this.#pass(`before ${name}`);
      const answer = ask(...given);
      if (!(answer instanceof Promise)) {
        this.#pass(`after ${name}`);
        return answer;
      }
      return answer.then((value: unknown) => {
        this.#pass(`after ${name}`);
        return value;
      }) as Result;
    };
  }

  /** Wraps all methods of a port. */
  aroundPort<Port extends object>(name: string, port: Port): Port {
    return new Proxy(port, {
      get: (target, property) => {
        const member: unknown = Reflect.get(target, property);
        if (typeof member !== 'function') return member;
        const ask = (...given: unknown[]): unknown => Reflect.apply(member, target, given);
        return this.around(`${name}.${String(property)}`, ask);
      },
    });
  }
}
