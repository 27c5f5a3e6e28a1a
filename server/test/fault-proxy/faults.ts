/** What a network can do to the bytes of one direction. All that are set act together, in this order. */
export interface Faults {
  /** Everything is taken and nothing passed on: the connection is open and silent. */
  readonly timeout?: boolean;
  /** The connection ends after this many bytes: in order (FIN), or with a reset (RST). */
  readonly limitData?: { readonly bytes: number; readonly ending: 'fin' | 'reset' };
  /** Bytes pass in pieces of at most this size, drawn from the seed, each in a separate packet. */
  readonly slicer?: { readonly bytesMax: number };
  /** Every piece waits this long, give or take the jitter, and order is kept. */
  readonly latency?: { readonly ms: number; readonly jitterMs?: number };
  readonly bandwidth?: { readonly bytesPerSecond: number };
  /** The end of the connection is passed on with this delay. */
  readonly slowClose?: { readonly ms: number };
}
