/**
 * Storage for the parts of files, a few megabytes each: a folder of this machine, or a server that all nodes share. It sees sealed bytes only,
 * and a part is written once and as a whole.
 */
export interface PartStore {
  /** Takes a part in the pieces that follow each other in it. Once this has returned it outlives a crash. */
  write(part: string, pieces: readonly Buffer[]): Promise<void>;
  /** @throws if it is missing, or shorter. */
  read(part: string, from: number, length: number): Promise<Buffer>;
  /** Also if it is missing. */
  remove(part: string): Promise<void>;
}
