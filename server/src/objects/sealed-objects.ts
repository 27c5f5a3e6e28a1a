import { contentType } from '../domain/content/content-address.ts';
import {
  ObjectRefused,
  type ByteRange,
  type FileUse,
  type KeptBytes,
  type ObjectFacts,
  type ObjectIndex,
  type SealedObjects,
  type OwnFile,
  type SealedPart,
  type StoredObject,
} from '../domain/content/objects.ts';
import type { Clock } from '../platform/clock.ts';
import { collectNow } from '../platform/collect-now.ts';
import { createFrameBox, frameKey, frameOverheadBytes, type FrameBox } from '../platform/frame-box.ts';
import type { Logger } from '../platform/logger.ts';
import { fileFill, hasRoomFor, type FileShares } from './file-shares.ts';
import type { PartStore } from './part-store.ts';
import { frameBytes, framesPerPart, partBytes, sealedFrameBytes, sealedParts } from './sealed-parts.ts';

/** Limits the memory of one reader. */
const framesPerRead = 4;
const purgedPerStep = 100;
/** Writing never takes longer: the process that started it has died, or could not report that it gave up. */
const writingMsMax = 2 * 3_600_000;
/** Number of parts to delete in parallel, because a distant server responds slowly. */
const removedTogether = 16;

export interface ObjectLimits {
  /** How long a file is stored. */
  readonly keptMs: number;
  /** Maximum of one file. */
  readonly objectBytesMax: number;
  /** Maximum of a file that we write ourselves. */
  readonly ownBytesMax: number;
  readonly shares: FileShares;
}

export interface SealedObjectsOptions {
  readonly index: ObjectIndex;
  readonly parts: PartStore;
  readonly secret: string;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly logger: Logger;
  readonly limits: ObjectLimits;
}

function partOf(name: string, part: number): string {
  const [id = '', number = ''] = name.split('/');
  // The prefix is the end of the ID: its beginning is the time, which would put all files of a day together.
  return `${id.slice(-2)}/${id}.${number}.${String(part)}`;
}

/** Starts files one at a time, because files started at the same time would all see the same free space. */
function beginInTurn(
  index: Pick<ObjectIndex, 'begin'>,
  hasRoom: (accountId: string, use: FileUse) => Promise<boolean>,
): ObjectIndex['begin'] {
  let last: Promise<unknown> = Promise.resolve();
  return (facts, times) => {
    const begun = last.then(async () => {
      if (!(await hasRoom(facts.accountId, facts.keyId === '' ? 'records' : 'calls'))) throw new ObjectRefused('no_room');
      return index.begin(facts, times);
    });
    last = begun.catch(() => null);
    return begun;
  };
}

/** Stores files in parts that consist of frames. Frames are sealed one by one, so that any range of bytes can be read. */
export function createSealedObjects({ index, parts, secret, clock, logger, limits }: SealedObjectsOptions): SealedObjects {
  const partsMax = Math.ceil(Math.max(limits.objectBytesMax, limits.ownBytesMax) / partBytes);

  async function removeParts(name: string, { bytes }: KeptBytes): Promise<void> {
    const names = Array.from({ length: bytes === null ? partsMax : Math.ceil(bytes / partBytes) }, (_, part) =>
      partOf(name, part),
    );
    for (let at = 0; at < names.length; at += removedTogether)
      await Promise.all(names.slice(at, at + removedTogether).map((part) => parts.remove(part)));
  }

  async function hasRoom(accountId: string, use: FileUse): Promise<boolean> {
    return hasRoomFor(await index.sizes(accountId, limits.objectBytesMax), use, limits.shares);
  }

  const begin = beginInTurn(index, hasRoom);

  /** @param progress counts a part before it is written, because a failed write may leave data behind. */
  async function write(
    name: string,
    sealed: AsyncIterable<SealedPart>,
    { bytesMax, progress }: { readonly bytesMax: number; readonly progress: { bytes: number } },
  ): Promise<void> {
    let part = 0;
    for await (const { pieces, plainBytes } of sealed) {
      if (progress.bytes + plainBytes > bytesMax) throw new ObjectRefused('too_large');
      progress.bytes += plainBytes;
      await parts.write(partOf(name, part), pieces);
      part += 1;
    }
    if (progress.bytes === 0) throw new ObjectRefused('empty');
  }

  async function store(facts: ObjectFacts, sealed: AsyncIterable<SealedPart>, own?: OwnFile): Promise<StoredObject> {
    // The name is written first: anything written afterwards is found and deleted when it expires, even after a crash in between.
    const atMs = clock.nowMs();
    const expiresAtMs = own?.expiresAtMs ?? atMs + limits.keptMs;
    const earlier = await begin(facts, { atMs, expiresAtMs });
    if (earlier !== null) await removeParts(facts.name, earlier);
    const progress = { bytes: 0 };
    try {
      await write(facts.name, sealed, { bytesMax: own === undefined ? limits.objectBytesMax : limits.ownBytesMax, progress });
      await index.finish(facts.name, progress.bytes);
    } catch (error) {
      await index.giveUp(facts.name, { atMs, bytes: progress.bytes }).catch((fault: unknown) => {
        logger.warn(
          { name: facts.name, err: fault },
          'could not store a file; the room of the largest possible file stays reserved for two hours',
        );
      });
      throw error;
    }
    return { ...facts, bytes: progress.bytes, expiresAtMs };
  }

  const boxOf = (name: string): FrameBox => createFrameBox(frameKey(secret, name));

  return {
    hasRoom,
    fill: async () => fileFill(await index.sizes('', limits.objectBytesMax), limits.shares),
    async put(given, chunks, own) {
      const mediaType = own === undefined ? contentType(given.mediaType) : given.mediaType;
      if (mediaType === null) throw new ObjectRefused('unknown_type');
      return store({ ...given, mediaType }, sealedParts(boxOf(given.name), chunks), own);
    },
    sealKey: (name) => frameKey(secret, name),
    putSealed: store,
    async find(name) {
      const object = await index.find(name);
      return object === null || object.expiresAtMs <= clock.nowMs() ? null : object;
    },
    read: (object, range = { from: 0, to: object.bytes - 1 }) => read(parts, boxOf(object.name), { object, range }),
    async purge() {
      let purged = 0;
      for (;;) {
        const atMs = clock.nowMs();
        const expired = await index.expired({ atMs, begunBeforeMs: atMs - writingMsMax }, purgedPerStep);
        for (const file of expired) {
          await removeParts(file.name, file);
          await index.forget(file.name);
          purged += 1;
        }
        if (expired.length < purgedPerStep) break;
      }
      if (purged > 0) logger.info({ purged }, 'expired files were deleted');
      return purged;
    },
  };
}

interface Wanted {
  readonly object: StoredObject;
  readonly range: ByteRange;
}

async function* read(parts: PartStore, box: FrameBox, { object, range }: Wanted): AsyncGenerator<Buffer> {
  const last = Math.ceil(object.bytes / frameBytes) - 1;
  const until = Math.floor(range.to / frameBytes);
  let opened = 0;
  for (let index = Math.floor(range.from / frameBytes); index <= until;) {
    const part = Math.floor(index / framesPerPart);
    // Opened frames are outside the heap, so the young generation stays almost empty and is not collected. Without a collection here, a
    // large file would grow the process by its whole size, or force a full collection that includes calls.
    if (opened >= framesPerPart) {
      collectNow('minor');
      opened = 0;
    }
    const to = Math.min(index + framesPerRead - 1, (part + 1) * framesPerPart - 1, until);
    const lastBytes = to === last ? object.bytes - last * frameBytes + frameOverheadBytes : sealedFrameBytes;
    const from = (index % framesPerPart) * sealedFrameBytes;
    const sealed = await parts.read(partOf(object.name, part), from, (to - index) * sealedFrameBytes + lastBytes);
    for (let at = 0; at < sealed.length; at += sealedFrameBytes, index += 1) {
      const frame = box.open(sealed.subarray(at, at + sealedFrameBytes), { index, isLast: index === last });
      opened += 1;
      const begins = index * frameBytes;
      yield frame.subarray(Math.max(0, range.from - begins), range.to - begins + 1);
    }
  }
}
