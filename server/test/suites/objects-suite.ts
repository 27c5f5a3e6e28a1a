import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { createFrameBox, FrameBoxError } from '../../src/platform/frame-box.ts';
import {
  ObjectRefused,
  type ByteRange,
  type ObjectFacts,
  type SealedObjects,
  type SealedPart,
  type StoredObject,
} from '../../src/domain/content/objects.ts';
import type { FileShares } from '../../src/objects/file-shares.ts';
import type { PartStore } from '../../src/objects/part-store.ts';
import { createSealedObjects, type SealedObjectsOptions } from '../../src/objects/sealed-objects.ts';
import { sealedFrames, sealedPartBytes } from '../../src/objects/sealed-parts.ts';
import { silentLogger } from '../../src/platform/logger.ts';
import type { Engine } from '../../src/storage/engine.ts';
import { createObjectsIndexStore } from '../../src/storage/stores/objects-index-store.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { openMigrated } from '../migrated-file.ts';

const mebibyte = 1024 * 1024;
const weekMs = 7 * 24 * 3_600_000;
/** A file has few parts; if it was not written completely, all its possible parts are removed. */
const fileLimits = { keptMs: weekMs, objectBytesMax: 10 * mebibyte, ownBytesMax: 12 * mebibyte };
/** Total storage and one account's share, in mebibytes, without a reserve and without payers. */
function shares(whole: number, each: number): FileShares {
  const [bytesMax, own] = [whole * mebibyte, each * mebibyte];
  return { bytesMax, recordBytes: 0, accountBytesMax: own, unpaidAccountBytesMax: own, unpaidBytesMax: bytesMax };
}
const secret = 'a secret of thirty-two characters';

/** Bytes that show their position. */
function content(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; at += 1) bytes[at] = (at * 31 + (at >> 8) * 7 + (at >> 16)) & 255;
  return bytes;
}

async function* inChunks(bytes: Buffer, size: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield await Promise.resolve(bytes.subarray(at, at + size));
}

/** A file of three parts, the last of which is incomplete. */
async function* breakingOff(): AsyncGenerator<Buffer> {
  yield content(9 * mebibyte);
  await Promise.resolve();
  throw new Error('the vendor broke off');
}

/** Parts like those of a thread: each reuses the memory of the previous one. */
async function* inOneRoom(key: Uint8Array, chunks: AsyncIterable<Buffer>): AsyncGenerator<SealedPart> {
  const room = Buffer.alloc(sealedPartBytes);
  let filled = 0;
  let plainBytes = 0;
  for await (const frame of sealedFrames(createFrameBox(key), chunks)) {
    for (const piece of frame.pieces) filled += piece.copy(room, filled);
    plainBytes += frame.plainBytes;
    if (!frame.endsPart) continue;
    yield { pieces: [room.subarray(0, filled)], plainBytes };
    filled = plainBytes = 0;
    room.fill(0);
  }
}

/** A store of parts, with additional functions for tests. */
export interface PartsUnderTest {
  readonly parts: PartStore;
  /** Names of all parts, in any order. */
  list(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** The guarantees of every file store. */
export function objectsSuite(name: string, open: () => Promise<PartsUnderTest>): void {
  void describe(name, () => {
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-objects-'));
    const clock = new VirtualClock();
    let engine: Engine;
    let under: PartsUnderTest;
    let objects: SealedObjects;
    let made = 0;

    function objectsWith(own: Partial<SealedObjectsOptions> = {}): SealedObjects {
      const limits = { ...fileLimits, shares: shares(200, 100) };
      const index = createObjectsIndexStore(engine);
      return createSealedObjects({ index, parts: under.parts, secret, clock, logger: silentLogger, limits, ...own });
    }

    function facts(own: Partial<ObjectFacts> = {}): ObjectFacts {
      made += 1;
      const id = `019aa000-0000-7000-8000-${String(made).padStart(12, '0')}`;
      const whose = { accountId: 'acc_1', keyId: 'key_1', mediaType: 'audio/mpeg' };
      return { name: `${id}/0`, ...whose, ...own };
    }

    async function read(object: StoredObject, range?: ByteRange): Promise<Buffer> {
      return Buffer.concat(await Array.fromAsync(objects.read(object, range)));
    }

    before(async () => {
      engine = await openMigrated(folder, clock);
      under = await open();
      objects = objectsWith();
    });
    after(async () => {
      await under.close();
      await engine.close();
      rmSync(folder, { recursive: true, force: true });
    });

    void it('returns what it was given, to the byte, in any size and any pieces', async () => {
      const sizes = [1, 65_535, 65_536, 65_537, 4 * mebibyte - 1, 4 * mebibyte, 4 * mebibyte + 1, 9 * mebibyte + 5];
      for (const size of sizes) {
        const bytes = content(size);
        const object = await objects.put(facts(), inChunks(bytes, size > mebibyte ? 3 * mebibyte : 1000));
        assert.equal(object.bytes, size);
        assert.deepEqual(await objects.find(object.name), object);
        assert.ok((await read(object)).equals(bytes), String(size));
      }
    });

    void it('returns any range of it', async () => {
      const bytes = content(4 * mebibyte + 200_000);
      const object = await objects.put(facts(), inChunks(bytes, 100_000));
      const edges = [0, 1, 65_535, 65_536, 65_537, 4 * mebibyte - 1, 4 * mebibyte, 4 * mebibyte + 65_536, bytes.length - 1];
      for (const from of edges) {
        for (const to of edges.filter((edge) => edge >= from)) {
          assert.ok((await read(object, { from, to })).equals(bytes.subarray(from, to + 1)), `${String(from)}-${String(to)}`);
        }
      }
    });

    void it('takes a file that was sealed elsewhere, to the byte and in any range, and no empty one', async () => {
      const own = { expiresAtMs: clock.nowMs() + weekMs };
      const put = (bytes: Buffer, given = facts()) =>
        objects.putSealed(given, inOneRoom(objects.sealKey(given.name), inChunks(bytes, 100_000)), own);
      for (const size of [1, 65_536, 4 * mebibyte - 1, 4 * mebibyte, 4 * mebibyte + 1]) {
        const bytes = content(size);
        const object = await put(bytes);
        assert.deepEqual(await objects.find(object.name), object);
        assert.ok((await read(object)).equals(bytes), String(size));
        const across = { from: Math.max(0, size - 65_537), to: size - 1 };
        assert.ok((await read(object, across)).equals(bytes.subarray(across.from)), `the end of ${String(size)}`);
      }
      const empty = facts();
      await assert.rejects(put(Buffer.alloc(0), empty), { why: 'empty' });
      assert.equal(await objects.find(empty.name), null);
    });

    void it('is encrypted: nothing of a file is visible, and a changed or moved part cannot be opened', async () => {
      const bytes = Buffer.alloc(300_000, 'the words of a song ');
      const object = await objects.put(facts(), inChunks(bytes, 65_536));
      const [part = ''] = (await under.list()).filter((one) => one.includes(object.name.split('/')[0] ?? ''));
      const sealedBytes = 300_000 + 5 * 28;
      const sealed = await under.parts.read(part, 0, sealedBytes);
      assert.equal(sealed.includes('song'), false);
      const frame = 65_536 + 28;
      const swapped = Buffer.concat([sealed.subarray(frame, 2 * frame), sealed.subarray(0, frame), sealed.subarray(2 * frame)]);
      const flipped = Buffer.from(sealed);
      flipped[150_000] = (flipped[150_000] ?? 0) ^ 1;
      for (const wrong of [swapped, flipped]) {
        await under.parts.write(part, [wrong]);
        await assert.rejects(read(object), FrameBoxError);
      }
      // Truncated at the end of a frame, with a matching index.
      await under.parts.write(part, [sealed.subarray(0, 2 * frame)]);
      await assert.rejects(read(object));
      await assert.rejects(read({ ...object, bytes: 2 * 65_536 }), FrameBoxError);
      await under.parts.write(part, [sealed]);
      await assert.rejects(Array.fromAsync(objectsWith({ secret: 'another secret' }).read(object)), FrameBoxError);
      assert.ok((await read(object)).equals(bytes));
    });

    void it('shows no file that broke off or is too large or empty, and leaves nothing of it for longer than files are kept', async () => {
      const before = await under.list();
      const broken = facts();
      await assert.rejects(objects.put(broken, breakingOff()), /broke off/);
      const large = facts();
      await assert.rejects(objects.put(large, inChunks(content(11 * mebibyte), mebibyte)), ObjectRefused);
      const empty = facts();
      await assert.rejects(objects.put(empty, inChunks(Buffer.alloc(0), 1)), ObjectRefused);
      for (const { name: its } of [broken, large, empty]) assert.equal(await objects.find(its), null);
      const later = createdLater();
      await later.objects.purge();
      assert.deepEqual(
        (await later.list()).filter((part) => !before.includes(part)),
        [],
      );
    });

    void it('takes types under any of their names, and none that a browser would run', async () => {
      const one = await objects.put(facts({ mediaType: 'audio/x-wav' }), inChunks(Buffer.from('x'), 1));
      assert.equal(one.mediaType, 'audio/wav');
      for (const mediaType of ['text/html', 'image/svg+xml', 'application/pdf', '', 'constructor', '__proto__'])
        await assert.rejects(objects.put(facts({ mediaType }), inChunks(Buffer.from('x'), 1)), { why: 'unknown_type' });
    });

    void it('replaces a file that is put again, as a whole, and also one of which only some was written', async () => {
      const again = facts();
      const partsOf = async ({ name: its }: ObjectFacts): Promise<number> =>
        (await under.list()).filter((part) => part.includes(its.split('/')[0] ?? '')).length;
      const first = await objects.put(again, inChunks(content(9 * mebibyte), mebibyte));
      const second = await objects.put(again, inChunks(Buffer.from('short'), 5));
      assert.equal((await read(second)).toString(), 'short');
      await assert.rejects(read(first));
      assert.equal(await partsOf(again), 1);
      const broken = facts();
      await assert.rejects(objects.put(broken, breakingOff()), /broke off/);
      await objects.put(broken, inChunks(Buffer.from('short'), 5));
      assert.equal(await partsOf(broken), 1);
    });

    void it('deletes what has expired, and nothing else, also when a deletion was broken off', async () => {
      const soon = await objects.put(facts(), inChunks(content(5 * mebibyte), mebibyte));
      clock.advance(weekMs - 1);
      assert.deepEqual(await objects.find(soon.name), soon);
      const late = await objects.put(facts(), inChunks(content(1000), 1000));
      clock.advance(1);
      assert.equal(await objects.find(soon.name), null);
      let removals = 0;
      const failing: PartStore = {
        ...under.parts,
        remove(part) {
          removals += 1;
          return removals === 2 ? Promise.reject(new Error('the store is away')) : under.parts.remove(part);
        },
      };
      await assert.rejects(objectsWith({ parts: failing }).purge(), /away/);
      assert.ok((await objects.purge()) >= 1);
      assert.equal(await objects.purge(), 0);
      const left = await under.list();
      assert.equal(
        left.some((part) => part.includes(soon.name.split('/')[0] ?? '')),
        false,
      );
      assert.ok((await read(late)).equals(content(1000)));
    });

    void it('keeps no more of one account, and of all, than is allowed, and counts what is being written', async () => {
      await createdLater().objects.purge();
      const limits = { ...fileLimits, shares: shares(12, 3) };
      const bounded = objectsWith({ limits });
      const chunks = () => inChunks(content(3 * mebibyte), mebibyte);
      assert.equal(await bounded.hasRoom('acc_1', 'calls'), true);
      await bounded.put(facts(), chunks());
      assert.equal(await bounded.hasRoom('acc_1', 'calls'), false);
      assert.equal(await bounded.hasRoom('acc_2', 'calls'), true);
      await assert.rejects(bounded.put(facts(), chunks()), { why: 'no_room' });
      const begun = Promise.withResolvers<undefined>();
      const written = Promise.withResolvers<undefined>();
      const slow = async function* (): AsyncGenerator<Buffer> {
        begun.resolve(undefined);
        await written.promise;
        yield content(10);
      };
      const writing = bounded.put(facts({ accountId: 'acc_2' }), slow());
      await begun.promise;
      assert.equal(await bounded.hasRoom('acc_3', 'calls'), false);
      written.resolve(undefined);
      await writing;
      assert.equal(await bounded.hasRoom('acc_3', 'calls'), true);
    });

    void it('never takes more files that begin together than one after the other', async () => {
      await createdLater().objects.purge();
      const bounded = objectsWith({ limits: { ...fileLimits, shares: shares(40, 15) } });
      const count = 6;
      const together = Promise.withResolvers<undefined>();
      let met = 0;
      const meet = (): void => {
        met += 1;
        if (met === count) together.resolve(undefined);
      };
      // None ends before each of them has started or was refused.
      const held = async function* (): AsyncGenerator<Buffer> {
        meet();
        await together.promise;
        yield* inChunks(content(1000), 1000);
      };
      const ends = await Promise.allSettled(
        Array.from({ length: count }, () =>
          bounded.put(facts({ accountId: 'acc_5' }), held()).catch((error: unknown) => {
            meet();
            throw error;
          }),
        ),
      );
      assert.ok((await bounded.fill()).bytes > 0);
      const refused = ends.filter(({ status }) => status === 'rejected');
      assert.ok(refused.length > 0 && refused.length <= 4, `${String(refused.length)} of 6 refused`);
    });

    void it('takes room by what there is of a file that broke off, and none for one that was never finished after two hours', async () => {
      await createdLater().objects.purge();
      const limits = { ...fileLimits, shares: shares(12, 12) };
      const bounded = objectsWith({ limits });
      const hasRoom = (): Promise<boolean> => bounded.hasRoom('acc_4', 'calls');
      const away: PartStore = { ...under.parts, write: () => Promise.reject(new Error('the store is away')) };
      const failing = objectsWith({ limits, parts: away });
      for (let count = 0; count < 3; count += 1) {
        await assert.rejects(bounded.put(facts(), inChunks(Buffer.alloc(0), 1)), { why: 'empty' });
        await assert.rejects(failing.put(facts(), inChunks(content(1000), 1000)), /away/);
        assert.equal(await hasRoom(), true);
      }
      await assert.rejects(bounded.put(facts(), breakingOff()), /broke off/);
      assert.equal(await hasRoom(), true);
      await assert.rejects(bounded.put(facts(), breakingOff()), /broke off/);
      assert.equal(await hasRoom(), false);
      assert.ok((await bounded.purge()) > 0);
      assert.equal(await hasRoom(), true);
      // A process that dies meanwhile sends nothing more.
      const index = createObjectsIndexStore(engine);
      for (let count = 0; count < 2; count += 1)
        await index.begin(facts(), { atMs: clock.nowMs(), expiresAtMs: clock.nowMs() + weekMs });
      assert.equal(await hasRoom(), false);
      await bounded.purge();
      assert.equal(await hasRoom(), false);
      clock.advance(2 * 3_600_000);
      assert.equal(await bounded.purge(), 2);
      assert.equal(await hasRoom(), true);
    });

    /** The same store after a week without new files. */
    function createdLater() {
      const nowMs = (): number => clock.nowMs() + weekMs + 1;
      return { objects: objectsWith({ clock: { nowMs } }), list: () => under.list() };
    }
  });
}
