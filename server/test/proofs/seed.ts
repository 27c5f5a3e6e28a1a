const seedByDefault = 20_261_121;

/** The seed of everything random in tests: fixed by default, or set by `TOLLGATE_TEST_SEED=1`. */
export const testSeed = Number(process.env.TOLLGATE_TEST_SEED ?? seedByDefault);

/** Random numbers in [0, 1) that repeat with their seed (mulberry32). */
export function seededRandom(seed = testSeed): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
