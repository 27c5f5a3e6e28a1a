import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, it } from 'node:test';
import type { CallsExport, ExportRecord, ExportsStore } from '../../subjects/calls/exports/export-ports.ts';
import type { ObjectIndex } from '../../domain/content/objects.ts';
import type { QueueAttempt } from '../../jobs/queue-job.ts';
import { createFolderParts } from '../../objects/folder/folder-parts.ts';
import type { PartStore } from '../../objects/part-store.ts';
import { fileShares } from '../../objects/file-shares.ts';
import { createSealedObjects } from '../../objects/sealed-objects.ts';
import { createIds } from '../../platform/ids.ts';
import { silentLogger } from '../../platform/logger.ts';
import type { Engine } from '../../storage/engine.ts';
import { createAccountDataStore, createExportsStore } from '../../subjects/calls/exports/exports-store.ts';
import { createObjectsIndexStore } from '../../storage/stores/objects-index-store.ts';
import { group, sampleRecord } from '../../../test/storage/sample-books.ts';
import { VirtualClock } from '../../../test/virtual-clock.ts';
import { createExportParts } from './export-parts.ts';
import { openMigrated } from '../../../test/migrated-file.ts';

const mebibyte = 1024 * 1024;
const dayMs = 24 * 3_600_000;
const callCount = 9_000;

describe('files of the call log that are written in a thread', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-exports-'));
  const clock = new VirtualClock();
  const ids = createIds(clock);
  const folderParts = createFolderParts(join(folder, 'objects'));
  let engine: Engine;
  let store: ExportsStore;

  before(async () => {
    engine = await openMigrated(folder, clock);
    store = createExportsStore(engine, clock);
    for (let done = 0; done < callCount; done += 1000) {
      const closed = Array.from({ length: 1000 }, () =>
        sampleRecord(ids, clock.nowMs(), { error: 'long '.repeat(180) + `why ${ids.uuid()}` }),
      );
      await engine.commitGroup(group({ closed }), 'inc_now');
      clock.advance(1000);
    }
  });
  after(async () => {
    await engine.close();
    rmSync(folder, { recursive: true });
  });

  /** With stores that a test can make fail. */
  function exportsWith({
    parts = {},
    index = {},
  }: { readonly parts?: Partial<PartStore>; readonly index?: Partial<ObjectIndex> } = {}) {
    const objects = createSealedObjects({
      secret: 'a secret of thirty-two characters',
      clock,
      logger: silentLogger,
      index: { ...createObjectsIndexStore(engine), ...index },
      parts: { ...folderParts, ...parts },
      limits: {
        keptMs: dayMs,
        objectBytesMax: mebibyte,
        ownBytesMax: 1000 * mebibyte,
        shares: fileShares(8000 * mebibyte, 1000 * mebibyte),
      },
    });
    const { exports, jobs } = createExportParts({
      config: { dataDir: folder, databaseUrl: null },
      objects,
      store,
      clock,
      accountData: createAccountDataStore(engine, clock),
      peopleOf: () => Promise.resolve({ members: [], signIns: [] }),
    });
    const [job] = jobs;
    assert.ok(job);
    const run = (id: string, attempt: Partial<QueueAttempt> = {}) =>
      job.run({ id }, { signal: new AbortController().signal, progress: () => Promise.resolve(), ...attempt });
    return { files: exports.files, run, job };
  }

  async function ordered(): Promise<ExportRecord> {
    const order: CallsExport = {
      format: 'csv',
      encoding: 'utf-8',
      locale: 'en',
      timeZone: 'Asia/Shanghai',
      filter: { accountId: 'acc_one', toMs: clock.nowMs() },
    };
    const record: ExportRecord = {
      id: ids.uuid(),
      accountId: 'acc_one',
      subAccountId: null,
      madeBy: 'person',
      order,
      isDirect: false,
      state: 'waiting',
      rowsTotal: null,
      rowsDone: 0,
      bytes: null,
      error: null,
      createdAtMs: clock.nowMs(),
      expiresAtMs: clock.nowMs() + dayMs,
    };
    assert.ok(await store.begin(record));
    return record;
  }

  async function expectWhole({ files }: Pick<ReturnType<typeof exportsWith>, 'files'>, record: ExportRecord): Promise<void> {
    const pieces = await files.open(record);
    assert.ok(pieces);
    const text = Buffer.concat(await Array.fromAsync(pieces)).toString('utf8');
    assert.equal(new Set(text.match(/why [0-9a-f-]{36}/g)).size, callCount);
    assert.equal(text.match(/chat\.completions/g)?.length, callCount);
    assert.match(text, /Total,[^\n]*\r\n$/);
  }

  it('says how far it is, up to all rows, and the file has each of them once', async () => {
    const told: number[] = [];
    const { files, run } = exportsWith({
      parts: {
        async write(part, pieces) {
          await folderParts.write(part, pieces);
          clock.advance(1000);
        },
      },
    });
    const record = await ordered();
    await run(record.id, {
      async progress() {
        told.push((await store.find(record.id))?.rowsDone ?? 0);
      },
    });
    assert.ok(told.length >= 2 && Number(told[0]) < callCount, String(told));
    assert.deepEqual(
      told,
      told.toSorted((one, other) => one - other),
    );
    assert.ok(told.every((rows) => rows > 0 && rows <= callCount));
    const ended = await store.find(record.id);
    assert.deepEqual([ended?.state, ended?.rowsDone, ended?.rowsTotal], ['ready', callCount, callCount]);
    await expectWhole({ files }, record);
    await store.cancel(record.id);
  });

  it('however one ends, nothing is found of it, and the next is written at once', async () => {
    const controller = new AbortController();
    const doings: Record<string, (() => Promise<unknown>) | undefined> = {};
    let record = await ordered();
    const at = (moment: string) => doings[moment]?.() ?? Promise.resolve();
    const index = createObjectsIndexStore(engine);
    const { files, run } = exportsWith({
      index: {
        async begin(...given) {
          await at('begin');
          return index.begin(...given);
        },
      },
      parts: {
        async write(part, pieces) {
          await at(part.endsWith('.1') ? 'second part' : 'first part');
          await folderParts.write(part, pieces);
        },
      },
    });
    const fails = (message: string) => () => Promise.reject(new Error(message));
    const expectNothing = async (): Promise<void> => {
      for (const moment of Object.keys(doings)) doings[moment] = undefined;
      assert.equal(await files.open(record), null);
    };

    // Before the thread was started.
    doings.begin = fails('the database is away');
    await assert.rejects(run(record.id), /away/);
    await expectNothing();
    // While the thread waits for the return of a part's memory.
    doings['second part'] = fails('ENOSPC');
    await assert.rejects(run(record.id), /ENOSPC/);
    await expectNothing();
    doings['first part'] = () => {
      controller.abort(new Error('the service stops'));
      return Promise.resolve();
    };
    await assert.rejects(run(record.id, { signal: controller.signal }), /the service stops/);
    await expectNothing();
    doings['first part'] = async () => {
      await store.cancel(record.id);
      clock.advance(1000);
    };
    assert.equal(await run(record.id), null);
    await expectNothing();
    // A client that left before the first byte.
    const unread = Readable.from(files.write(record), { objectMode: false });
    unread.destroy();
    await once(unread, 'close');

    record = await ordered();
    doings['second part'] = fails('ENOSPC');
    await assert.rejects(run(record.id), /ENOSPC/);
    await expectNothing();
    await run(record.id);
    await expectWhole({ files }, record);
    await store.cancel(record.id);
  });

  it('one that is given up says to its owner what to do, and why it failed only to the operator', async () => {
    const { run, job } = exportsWith({ parts: { write: () => Promise.reject(new Error('ENOSPC, write /data/objects')) } });
    const record = await ordered();
    await assert.rejects(run(record.id), /ENOSPC/);
    await job.gaveUp?.({ id: record.id }, 'ENOSPC, write /data/objects');
    const ended = await store.find(record.id);
    assert.equal(ended?.state, 'failed');
    assert.match(ended.error ?? '', /^Could not create the file\. Export again; .* the id of this export to the operator\.$/);
  });

  it('a file that is made waits while another of the account is fetched, and ends its wait with the service', async () => {
    const { files, run } = exportsWith();
    const record = await ordered();
    const reading = files.write(record)[Symbol.asyncIterator]();
    await reading.next();
    const controller = new AbortController();
    const stopped = run(record.id, { signal: controller.signal });
    const made = run(record.id);
    controller.abort(new Error('the service stops'));
    await assert.rejects(stopped, /the service stops/);
    await reading.return?.();
    await made;
    await expectWhole({ files }, record);
  });

  it('a reader that stands still for a minute gives its place to others, and its file is broken off and not ended', async () => {
    const { files, run } = exportsWith();
    const record = await ordered();
    const reading = files.write(record)[Symbol.asyncIterator]();
    await reading.next();
    clock.advance(59_000);
    assert.equal((await reading.next()).done, false);
    clock.advance(60_000);
    await run(record.id);
    await expectWhole({ files }, record);
    await assert.rejects(reading.next(), /nobody took more of the file for 60 s/);
    await store.cancel(record.id);
  });
});
