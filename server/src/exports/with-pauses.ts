/** This number of rows takes half a millisecond. */
const rowsBetween = 25;
const pauseMs = 0.1;

const nobodyWakes = new Int32Array(new SharedArrayBuffer(4));

/**
 * Rows a few at a time, with a short pause after each read and between. A thread that works without pauses keeps its processor until the
 * system's next tick, up to 4 ms, even if others are ready and whatever its priority: a call meets that at each step from one thread to the
 * next. Blocks the thread it is called in.
 */
export async function* withPauses<Row>(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  for await (const rows of batches) {
    let at = 0;
    // A read that found nothing also pauses and is reported: the caller then knows that the thread is at work.
    do {
      Atomics.wait(nobodyWakes, 0, 0, pauseMs);
      yield rows.slice(at, at + rowsBetween);
      at += rowsBetween;
    } while (at < rows.length);
  }
}
