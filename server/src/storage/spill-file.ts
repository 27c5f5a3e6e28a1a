import { open, rename } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/** First bytes of the file; then the epoch as a 32-bit number. */
const magic = 'TGSPILL1';
const headerBytes = 16;
/** Length, epoch and CRC-32 of a frame, each a 32-bit number. */
const frameHeaderBytes = 12;
/** Growth beyond the space set aside at the start, which a disk that is not full allows. */
const growthMax = 8;

function header(epoch: number): Buffer {
  const bytes = Buffer.alloc(headerBytes);
  bytes.write(magic, 0, 'latin1');
  bytes.writeUInt32LE(epoch, 8);
  return bytes;
}

/** Reserves the blocks now, so that a full disk cannot refuse them later. */
async function layOut(handle: FileHandle, bytes: number): Promise<void> {
  const zeros = Buffer.alloc(1024 * 1024);
  for (let at = 0; at < bytes; at += zeros.length) await handle.write(zeros, 0, Math.min(zeros.length, bytes - at), at);
  await handle.write(header(1), 0, headerBytes, 0);
  await handle.datasync();
}

/**
 * Where records wait while the database cannot take them: frames appended to space set aside beforehand, each durable
 * when its append settles. A frame torn by a crash was never acknowledged and is not read. Emptying only raises the
 * epoch in the header; frames of an earlier epoch are not read again.
 */
export class SpillFile {
  readonly capacityBytes: number;
  readonly #handle: FileHandle;
  #epoch: number;
  #endBytes = headerBytes;
  #frames = 0;

  private constructor(handle: FileHandle, capacityBytes: number, epoch: number) {
    this.#handle = handle;
    this.capacityBytes = capacityBytes;
    this.#epoch = epoch;
  }

  /** Opens or makes the file. One that is not ours is put aside as `…damaged`. */
  static async open(path: string, capacityBytes: number): Promise<SpillFile> {
    let handle = await open(path, 'a+', 0o600);
    await handle.close();
    handle = await open(path, 'r+');
    let first: Buffer = Buffer.alloc(headerBytes);
    const { bytesRead } = await handle.read(first, 0, headerBytes, 0);
    const fresh = bytesRead === 0 || first.every((byte) => byte === 0);
    if (!fresh && first.toString('latin1', 0, magic.length) !== magic) {
      await handle.close();
      await rename(path, `${path}.damaged`);
      return await SpillFile.open(path, capacityBytes);
    }
    if (fresh) {
      await layOut(handle, capacityBytes);
      first = header(1);
    }
    const file = new SpillFile(handle, capacityBytes, first.readUInt32LE(8));
    const frames = file.frames();
    let isMore = true;
    while (isMore) isMore = (await frames.next()).done !== true;
    return file;
  }

  get isEmpty(): boolean {
    return this.#frames === 0;
  }

  get usedBytes(): number {
    return this.#endBytes;
  }

  /**
   * Makes one frame durable.
   * @throws an operating system error, or a RangeError when the file has grown as far as it may.
   */
  async append(text: string): Promise<void> {
    const payload = Buffer.from(text, 'utf8');
    const frame = Buffer.allocUnsafe(frameHeaderBytes + payload.length);
    frame.writeUInt32LE(payload.length, 0);
    frame.writeUInt32LE(this.#epoch, 4);
    frame.writeUInt32LE(crc32(payload), 8);
    payload.copy(frame, frameHeaderBytes);
    if (this.#endBytes + frame.length > this.capacityBytes * growthMax) throw new RangeError('the spill file is full');
    let written = 0;
    while (written < frame.length) {
      const { bytesWritten } = await this.#handle.write(frame, written, frame.length - written, this.#endBytes + written);
      written += bytesWritten;
    }
    await this.#handle.datasync();
    this.#endBytes += frame.length;
    this.#frames += 1;
  }

  /** The frames in the order they were appended; also finds where the next one goes. */
  async *frames(): AsyncGenerator<string> {
    let at = headerBytes;
    let count = 0;
    for (;;) {
      const payload = await this.#frameAt(at);
      if (payload === null) break;
      at += frameHeaderBytes + payload.length;
      count += 1;
      yield payload.toString('utf8');
    }
    this.#endBytes = Math.max(this.#endBytes, at);
    this.#frames = Math.max(this.#frames, count);
  }

  /** Forgets every frame; durable when it settles. */
  async reset(): Promise<void> {
    const epoch = (this.#epoch % 0xffff_fffe) + 1;
    await this.#handle.write(header(epoch), 0, headerBytes, 0);
    await this.#handle.datasync();
    this.#epoch = epoch;
    this.#endBytes = headerBytes;
    this.#frames = 0;
  }

  close(): Promise<void> {
    return this.#handle.close();
  }

  async #frameAt(at: number): Promise<Buffer | null> {
    const head = Buffer.alloc(frameHeaderBytes);
    const { bytesRead } = await this.#handle.read(head, 0, frameHeaderBytes, at);
    const length = head.readUInt32LE(0);
    if (bytesRead < frameHeaderBytes || length === 0 || length > this.capacityBytes * growthMax) return null;
    if (head.readUInt32LE(4) !== this.#epoch) return null;
    const payload = Buffer.alloc(length);
    const body = await this.#handle.read(payload, 0, length, at + frameHeaderBytes);
    if (body.bytesRead < length || crc32(payload) !== head.readUInt32LE(8)) return null;
    return payload;
  }
}
