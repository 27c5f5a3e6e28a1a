import files from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import type { Clock } from '../../src/platform/clock.ts';
import type { Chance } from './chance.ts';

/** Paths below are files of simulated disks; all others belong to the machine. */
export const simulatedRoot = '/simulated/';

interface Write {
  readonly at: number;
  readonly bytes: Buffer;
}

function fault(code: string): Error {
  return Object.assign(new Error(`${code}: simulated`), { code });
}

/**
 * A disk with one file, whose writes are safe only after a sync: a crash loses any other write, in whole or in part. Reading and writing
 * take no time, but syncing does.
 */
export class MemoryDisk {
  fault: 'none' | 'full' | 'io' = 'none';
  #durable: Buffer = Buffer.alloc(0);
  #current: Buffer = Buffer.alloc(0);
  #unsynced: Write[] = [];
  #clock: Clock | null = null;
  readonly #chance: Chance;

  constructor(chance: Chance) {
    this.#chance = chance;
  }

  /** Serves this process from now on. */
  attach(clock: Clock): void {
    this.#clock = clock;
  }

  crash(): void {
    for (const { at, bytes } of this.#unsynced) {
      const kept = this.#chance.happens(0.3) ? bytes.length : this.#chance.happens(0.5) ? this.#chance.whole(0, bytes.length) : 0;
      this.#durable = written(this.#durable, at, bytes.subarray(0, kept));
    }
    this.#unsynced = [];
    this.#current = Buffer.from(this.#durable);
  }

  open(): object {
    return {
      read: (into: Buffer, offset: number, length: number, position: number) => {
        const bytesRead = Math.max(0, Math.min(length, this.#current.length - position));
        this.#current.copy(into, offset, position, position + bytesRead);
        return Promise.resolve({ bytesRead });
      },
      write: (from: Buffer, offset: number, length: number, position: number) => {
        if (this.fault === 'full' && position + length > this.#durable.length) return Promise.reject(fault('ENOSPC'));
        const bytes = Buffer.from(from.subarray(offset, offset + length));
        this.#unsynced.push({ at: position, bytes });
        this.#current = written(this.#current, position, bytes);
        return Promise.resolve({ bytesWritten: length });
      },
      truncate: (size: number) => {
        this.#current = written(this.#current.subarray(0, size), size, Buffer.alloc(0));
        this.#durable = Buffer.from(this.#current);
        this.#unsynced = [];
        return Promise.resolve();
      },
      datasync: () => this.#sync(),
      stat: () => Promise.resolve({ size: this.#current.length, blocks: Math.ceil(this.#current.length / 512) }),
      close: () => Promise.resolve(),
    };
  }

  readAll(): Buffer {
    return Buffer.from(this.#current);
  }

  #sync(): Promise<void> {
    const clock = this.#clock;
    const count = this.#unsynced.length;
    return new Promise((resolve, reject) => {
      clock?.after(this.#chance.skewed(0, 20), () => {
        if (this.fault === 'io') {
          reject(fault('EIO'));
          return;
        }
        for (const { at, bytes } of this.#unsynced.splice(0, count)) this.#durable = written(this.#durable, at, bytes);
        resolve();
      });
    });
  }
}

function written(content: Buffer, at: number, bytes: Buffer): Buffer {
  const end = at + bytes.length;
  const result = end > content.length ? Buffer.concat([content, Buffer.alloc(end - content.length)]) : content;
  bytes.copy(result, at);
  return result;
}

const disks = new Map<string, MemoryDisk>();

/** Mounts a disk as the file at this path. */
export function mount(path: string, disk: MemoryDisk | null): void {
  if (disk === null) disks.delete(path);
  else disks.set(path, disk);
}

type Open = typeof files.open;
type ReadFile = typeof files.readFile;
type WriteFile = typeof files.writeFile;
const machine = { open: files.open, readFile: files.readFile, writeFile: files.writeFile };

function isSimulated(path: unknown): path is string {
  return typeof path === 'string' && path.startsWith(simulatedRoot);
}

/** The product opens files with Node's own functions; for simulated paths, these use the simulated disk. */
files.open = ((path, ...rest) => {
  const disk = isSimulated(path) ? disks.get(path) : undefined;
  return disk === undefined ? machine.open(path, ...rest) : Promise.resolve(disk.open());
}) as Open;
files.readFile = ((path: string, ...rest: []) => {
  const disk = isSimulated(path) ? disks.get(path) : undefined;
  return disk === undefined ? machine.readFile(path, ...rest) : Promise.resolve(disk.readAll());
}) as ReadFile;
// Damaged data is stored for people to read, which nobody does here.
files.writeFile = ((path: string, ...rest: Parameters<WriteFile> extends [unknown, ...infer Rest] ? Rest : never) =>
  isSimulated(path) ? Promise.resolve() : machine.writeFile(path, ...rest)) as WriteFile;
syncBuiltinESMExports();
