/**
 * A map that removes unused entries. Every `sweep` checks a few more entries and drops the idle ones, so memory follows use without a timer
 * and without a pause.
 */
export class SweptMap<Value> extends Map<string, Value> {
  #hand: Iterator<[string, Value]> | undefined;

  sweep(steps: number, isIdle: (value: Value) => boolean): void {
    for (let step = 0; step < steps; step += 1) {
      this.#hand ??= this.entries();
      const next = this.#hand.next();
      if (next.done === true) {
        this.#hand = undefined;
        return;
      }
      if (isIdle(next.value[1])) this.delete(next.value[0]);
    }
  }
}
