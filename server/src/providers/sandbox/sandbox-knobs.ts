/** Instructions for the sandbox in the request's `metadata`; docs/sandbox.md describes each. */
export interface SandboxKnobs {
  readonly latencyMs: number;
  readonly chunkDelayMs: number;
  /** Error status to respond with; `null` for none. */
  readonly status: number | null;
  readonly cutAfterChunks: number | null;
  readonly stallAfterChunks: number | null;
  readonly usage: 'right' | 'none' | 'nonsense';
  readonly outputTokens: number | null;
  /** The progress at which a task fails. */
  readonly failAtPercent: number | null;
}

/** No instructions. */
export const noKnobs: SandboxKnobs = {
  latencyMs: 0,
  chunkDelayMs: 0,
  status: null,
  cutAfterChunks: null,
  stallAfterChunks: null,
  usage: 'right',
  outputTokens: null,
  failAtPercent: null,
};

/** The sandbox refuses a request as a real upstream would: with status 400 and the field's name. */
export class SandboxRefusal extends Error {
  override readonly name = 'SandboxRefusal';
  readonly param: string;

  constructor(param: string, message: string) {
    super(message);
    this.param = param;
  }
}

const outputTokensMax = 32_768;
const chunksMax = 1_000_000;

/**
 * Reads `sandbox_*` members; values are strings, because metadata is a map of strings.
 * @throws {SandboxRefusal}
 */
export function readKnobs(metadata: unknown): SandboxKnobs {
  const given = isRecord(metadata) ? metadata : {};
  return {
    latencyMs: integer(given, 'sandbox_latency_ms', [0, 600_000]) ?? 0,
    chunkDelayMs: integer(given, 'sandbox_chunk_delay_ms', [0, 60_000]) ?? 0,
    status: integer(given, 'sandbox_status', [400, 599]),
    cutAfterChunks: integer(given, 'sandbox_cut_after_chunks', [0, chunksMax]),
    stallAfterChunks: integer(given, 'sandbox_stall', [0, chunksMax]),
    usage: usage(given),
    outputTokens: integer(given, 'sandbox_output_tokens', [1, outputTokensMax]),
    failAtPercent: integer(given, 'sandbox_fail_at_percent', [0, 100]),
  };
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function integer(given: Readonly<Record<string, unknown>>, name: string, [min, max]: readonly [number, number]): number | null {
  const text = given[name];
  if (text === undefined || text === null) return null;
  const value = typeof text === 'string' && /^\d{1,7}$/.test(text) ? Number(text) : -1;
  if (value >= min && value <= max) return value;
  throw new SandboxRefusal(`metadata.${name}`, `must be a whole number from ${String(min)} to ${String(max)}, as a string`);
}

function usage(given: Readonly<Record<string, unknown>>): SandboxKnobs['usage'] {
  const value = given.sandbox_usage ?? 'right';
  if (value === 'right' || value === 'none' || value === 'nonsense') return value;
  throw new SandboxRefusal('metadata.sandbox_usage', 'must be "right", "none" or "nonsense"');
}
