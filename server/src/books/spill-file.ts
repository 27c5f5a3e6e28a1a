import { open, readFile, writeFile } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

/** First bytes of the file. The epoch and the CRC-32 of everything before it follow, each a 32-bit number. */
const magic = 'TGSPILL1';
const headerBytes = 16;
/** Length, epoch and CRC-32 of a frame, each a 32-bit number. */
const frameHeaderBytes = 12;
/** How many times its reserved size the file may reach, while the disk is not full. */
const growthMax = 8;

/** Bytes read at once when searching for an intact frame after damage. */
const scanBytes = 1024 * 1024;

interface Stretch {
  readonly fromByte: number;
  readonly toByte: number;
}

function header(epoch: number): Buffer {
  const bytes = Buffer.alloc(headerBytes);
  bytes.write(magic, 0, 'latin1');
  bytes.writeUInt32LE(epoch, 8);
  bytes.writeUInt32LE(crc32(bytes.subarray(0, 12)), 12);
  return bytes;
}

async function writeAll(handle: FileHandle, bytes: Buffer, atByte: number): Promise<void> {
  let written = 0;
  while (written < bytes.length)
    written += (await handle.write(bytes, written, bytes.length - written, atByte + written)).bytesWritten;
}

/** Reserves the blocks now, so that a full disk cannot refuse them later. */
async function layOut(handle: FileHandle, fromByte: number, toByte: number): Promise<void> {
  const zeros = Buffer.alloc(1024 * 1024);
  for (let at = fromByte; at < toByte; at += zeros.length)
    await writeAll(handle, zeros.subarray(0, Math.min(zeros.length, toByte - at)), at);
}

/** Saves damaged bytes for later inspection; the same bytes found at the next start are saved only once. */
async function keepAside(path: string, bytes: Buffer): Promise<string> {
  const name = `${path}.damaged-${crc32(bytes).toString(16)}`;
  await writeFile(name, bytes, { mode: 0o600 });
  return name;
}

/**
 * Holds records while the database is unavailable: frames appended to reserved space, each durable when its append settles. A frame torn by
 * a crash was never acknowledged and is ignored. To empty the file, only the epoch in the header is raised; frames of an earlier epoch are
 * ignored.
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

  /**
   * Opens or creates the file and reserves all its space. Damaged data is copied to files next to it, whose names are returned. Intact
   * frames after the damage are still read.
   */
  static async open(path: string, capacityBytes: number): Promise<{ readonly file: SpillFile; readonly damage: string[] }> {
    await (await open(path, 'a', 0o600)).close();
    const handle = await open(path, 'r+');
    try {
      const first = Buffer.alloc(headerBytes);
      await handle.read(first, 0, headerBytes, 0);
      const isOurs = first.equals(header(first.readUInt32LE(8)));
      const damage: string[] = [];
      if (!isOurs) {
        if (!first.every((byte) => byte === 0)) damage.push(await keepAside(path, await readFile(path)));
        await handle.truncate(0);
        await layOut(handle, 0, capacityBytes);
        await handle.write(header(1), 0, headerBytes, 0);
        await handle.datasync();
      }
      const file = new SpillFile(handle, capacityBytes, isOurs ? first.readUInt32LE(8) : 1);
      for (const { fromByte, toByte } of await file.#findEnd()) {
        const bytes = Buffer.alloc(toByte - fromByte);
        const { bytesRead } = await handle.read(bytes, 0, bytes.length, fromByte);
        damage.push(await keepAside(path, bytes.subarray(0, bytesRead)));
      }
      await file.#reserve();
      return { file, damage };
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  get isEmpty(): boolean {
    return this.#frames === 0;
  }

  get usedBytes(): number {
    return this.#endBytes;
  }

  /**
   * Makes one frame durable.
   * @throws an operating system error, or a RangeError if the file has reached its maximum size.
   */
  async append(text: string): Promise<void> {
    const payload = Buffer.from(text, 'utf8');
    const frame = Buffer.allocUnsafe(frameHeaderBytes + payload.length);
    frame.writeUInt32LE(payload.length, 0);
    frame.writeUInt32LE(this.#epoch, 4);
    frame.writeUInt32LE(crc32(payload), 8);
    payload.copy(frame, frameHeaderBytes);
    if (this.#endBytes + frame.length > this.capacityBytes * growthMax) throw new RangeError('the spill file is full');
    await writeAll(this.#handle, frame, this.#endBytes);
    await this.#handle.datasync();
    this.#endBytes += frame.length;
    this.#frames += 1;
  }

  /** Yields the frames in the order they were appended. */
  async *frames(): AsyncGenerator<string> {
    let at = headerBytes;
    for (;;) {
      const payload = await this.#frameAt(at);
      if (payload !== null) {
        yield payload.toString('utf8');
        at += frameHeaderBytes + payload.length;
        continue;
      }
      const next = at < this.#endBytes ? await this.#frameBehind(at) : null;
      if (next === null) return;
      at = next;
    }
  }

  /** Removes every frame and truncates the file to its initial size; durable once it resolves. */
  async reset(): Promise<void> {
    if (this.#endBytes > this.capacityBytes) await this.#handle.truncate(this.capacityBytes);
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

  /** Finds the position of the next frame. Returns the unreadable ranges before it, and a torn frame at it. */
  async #findEnd(): Promise<readonly Stretch[]> {
    const damage: Stretch[] = [];
    let at = headerBytes;
    for (;;) {
      const payload = await this.#frameAt(at);
      if (payload !== null) {
        this.#frames += 1;
        at += frameHeaderBytes + payload.length;
        continue;
      }
      const next = await this.#frameBehind(at);
      if (next === null) break;
      damage.push({ fromByte: at, toByte: next });
      at = next;
    }
    this.#endBytes = at;
    const length = await this.#lengthAt(at);
    if (length !== null) damage.push({ fromByte: at, toByte: at + frameHeaderBytes + length });
    return damage;
  }

  /** The start of the next intact frame after an unreadable place. Found by the epoch, which every header contains. */
  async #frameBehind(place: number): Promise<number | null> {
    const wanted = header(this.#epoch).subarray(8, 12);
    const bytes = Buffer.alloc(scanBytes);
    for (let from = place; ; from += scanBytes - frameHeaderBytes) {
      const { bytesRead } = await this.#handle.read(bytes, 0, scanBytes, from);
      const read = bytes.subarray(0, bytesRead);
      for (let found = read.indexOf(wanted); found !== -1; found = read.indexOf(wanted, found + 1)) {
        const at = from + found - 4;
        if (at > place && (await this.#frameAt(at)) !== null) return at;
      }
      if (bytesRead < scanBytes) return null;
    }
  }

  /** Restores the size of a file that was truncated, or copied without its empty blocks. Nothing after the frames is needed. */
  async #reserve(): Promise<void> {
    const { blocks, size } = await this.#handle.stat();
    if (size >= this.capacityBytes && blocks * 512 >= this.capacityBytes) return;
    await layOut(this.#handle, this.#endBytes, this.capacityBytes);
    await this.#handle.datasync();
  }

  /** The length in a frame header of this epoch; `null` if there is no such header. */
  async #lengthAt(at: number): Promise<number | null> {
    const head = Buffer.alloc(frameHeaderBytes);
    const { bytesRead } = await this.#handle.read(head, 0, frameHeaderBytes, at);
    const length = head.readUInt32LE(0);
    const isFrame = bytesRead === frameHeaderBytes && head.readUInt32LE(4) === this.#epoch;
    return isFrame && length > 0 && length <= this.capacityBytes * growthMax ? length : null;
  }

  async #frameAt(at: number): Promise<Buffer | null> {
    const length = await this.#lengthAt(at);
    if (length === null) return null;
    const frame = Buffer.alloc(frameHeaderBytes + length);
    const { bytesRead } = await this.#handle.read(frame, 0, frame.length, at);
    const payload = frame.subarray(frameHeaderBytes);
    return bytesRead === frame.length && crc32(payload) === frame.readUInt32LE(8) ? payload : null;
  }
}
