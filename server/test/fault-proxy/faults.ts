/** What a network can do to the bytes of one direction. All set faults act together, in this order. */
export interface Faults {
  /** Accepts everything and forwards nothing: the connection is open and silent. */
  readonly timeout?: boolean;
  /** The connection ends after this many bytes: in order (FIN), or with a reset (RST). */
  readonly limitData?: { readonly bytes: number; readonly ending: 'fin' | 'reset' };
  /** Splits bytes into packets of at most this size, drawn from the seed. */
  readonly slicer?: { readonly bytesMax: number };
  /** Delays every packet by this time plus or minus the jitter, in order. */
  readonly latency?: { readonly ms: number; readonly jitterMs?: number };
  readonly bandwidth?: { readonly bytesPerSecond: number };
  /** Delays the end of the connection. */
  readonly slowClose?: { readonly ms: number };
}
