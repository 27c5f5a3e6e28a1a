/** Wraps a method: before its first call, another node acts. */
export function doneFirst<Given extends unknown[], Result>(
  act: (...given: Given) => Promise<unknown>,
  method: (...given: Given) => Promise<Result>,
): (...given: Given) => Promise<Result> {
  let isDone = false;
  return async (...given) => {
    if (!isDone) {
      isDone = true;
      await act(...given);
    }
    return method(...given);
  };
}
