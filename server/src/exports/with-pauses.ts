/** This number of rows takes half a millisecond. */
const rowsBetween = 25;
const pauseMs = 0.1;

const nobodyWakes = new Int32Array(new SharedArrayBuffer(4));

/**
 * Yields a few rows at a time, with a short pause after each read and in between. A thread that works without pauses keeps its processor
 * until the system's next tick, up to 4 ms, even if others are ready and regardless of its priority. A call would meet this delay at each
 * step between threads. Blocks the calling thread.
 */
export async function* withPauses<Row>(batches: AsyncIterable<readonly Row[]>): AsyncGenerator<readonly Row[]> {
  for await (const rows of batches) {
    let at = 0;
    // A read that found nothing also pauses and is reported, so that the caller knows that the thread is working.
    do {
      Atomics.wait(nobodyWakes, 0, 0, pauseMs);
      yield rows.slice(at, at + rowsBetween);
      at += rowsBetween;
    } while (at < rows.length);
  }
}
