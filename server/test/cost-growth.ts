import assert from 'node:assert/strict';

const attemptsMax = 40;

function timeOf(work: () => void): number {
  const startedNs = process.hrtime.bigint();
  work();
  return Number(process.hrtime.bigint() - startedNs);
}

/**
 * Asserts that `whole`, with `times` the input of `part`, costs about as much as `times` runs of `part`; a quadratic cost would be `times`
 * as high. Repeats until the fastest runs of both confirm it, because a busy machine only adds time.
 */
export function assertLinear(times: number, part: () => void, whole: () => void): void {
  let ofParts = Infinity;
  let ofWhole = Infinity;
  for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
    ofWhole = Math.min(ofWhole, timeOf(whole));
    ofParts = Math.min(
      ofParts,
      timeOf(() => {
        for (let round = 0; round < times; round += 1) part();
      }),
    );
    if (attempt >= 2 && ofWhole < ofParts * (times / 4)) return;
  }
  assert.fail(
    `${String(times)} times the input at once cost ${(ofWhole / ofParts).toFixed(1)} times as much as in ${String(times)} parts`,
  );
}
