/**
 * Where the parts of files lie, a few megabytes each: a folder of this machine, or a server that all nodes share. It sees
 * sealed bytes only, and a part is written once and as a whole.
 */
export interface PartStore {
  /** Once this has returned the part outlives a crash. */
  write(part: string, bytes: Buffer): Promise<void>;
  /** @throws where it is not there, or is shorter. */
  read(part: string, from: number, length: number): Promise<Buffer>;
  /** Also where it is not there. */
  remove(part: string): Promise<void>;
}
