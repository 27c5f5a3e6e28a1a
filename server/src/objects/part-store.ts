/**
 * Storage for the parts of files, a few megabytes each: a folder on this machine, or a server that all nodes share. It receives only sealed
 * bytes, and a part is written once and as a whole.
 */
export interface PartStore {
  /** Stores a part that is given as consecutive buffers. Once this has returned, the part survives a crash. */
  write(part: string, pieces: readonly Buffer[]): Promise<void>;
  /** @throws if the part is missing or shorter. */
  read(part: string, from: number, length: number): Promise<Buffer>;
  /** Succeeds even if the part is missing. */
  remove(part: string): Promise<void>;
}
