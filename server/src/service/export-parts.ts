import { ApiError } from '@tollgate/contract/errors';
import type { Config } from '../config/config.ts';
import type { ExportFiles, ExportRecord, ExportsStore } from '../control/export-ports.ts';
import type { Objects } from '../domain/content/objects.ts';
import { writeInThread, type ThreadData } from '../exports/export-thread.ts';
import { writeExportJob } from '../jobs/write-export.ts';
import type { Clock } from '../platform/clock.ts';

const script = new URL('export-worker.ts', import.meta.url);
/** That are written at a time, by a job or while they are fetched. */
const writtenAtOnce = 2;
const progressEveryMs = 1000;
const types = { xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', csv: 'text/csv' } as const;

export interface ExportPartsOptions {
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl'>;
  readonly objects: Objects;
  readonly store: ExportsStore;
  readonly clock: Clock;
}

/** Files of the call log: written in threads, kept where songs are. */
export function createExportParts({ config, objects, store, clock }: ExportPartsOptions) {
  const { databaseUrl, dataDir } = config;
  const database: ThreadData['database'] =
    databaseUrl === null ? { kind: 'sqlite', folder: dataDir } : { kind: 'postgres', url: databaseUrl };
  const accountsWriting = new Set<string>();
  let writing = 0;
  const nameOf = ({ id }: Pick<ExportRecord, 'id'>): string => `${id}/0`;

  /** @throws {ApiError} 429 */
  function begin({ accountId, order }: { readonly accountId: string; readonly order: ThreadData['order'] }) {
    if (writing >= writtenAtOnce || accountsWriting.has(accountId))
      throw new ApiError('concurrency_limit_exceeded', {
        message: 'Another export is being written. Try again when it is done, in a minute.',
        retryAfterSeconds: 60,
      });
    writing += 1;
    accountsWriting.add(accountId);
    const file = writeInThread(script, { database, order });
    const release = (): void => {
      writing -= 1;
      accountsWriting.delete(accountId);
    };
    return { file, release };
  }

  async function* written({ file, release }: ReturnType<typeof begin>): AsyncGenerator<Buffer> {
    try {
      yield* file.pieces;
    } finally {
      release();
    }
  }

  const files: ExportFiles = {
    hasRoom: (accountId) => objects.hasRoom(accountId),
    write(record) {
      return written(begin(record));
    },
    writeStatement(accountId, order) {
      return written(begin({ accountId, order }));
    },
    async open(record) {
      const object = await objects.find(nameOf(record));
      return object === null ? null : objects.read(object);
    },
  };

  async function write(id: string, signal: AbortSignal, onRows: (rows: number) => Promise<void>) {
    const record = await store.find(id);
    if (record === null || !(await store.progress(id, 0))) return null;
    const begun = begin(record);
    let isWanted = true;
    let toldAtMs = clock.monotonicMs();
    async function* pieces(): AsyncGenerator<Buffer> {
      for await (const piece of written(begun)) {
        signal.throwIfAborted();
        const nowMs = clock.monotonicMs();
        if (nowMs - toldAtMs >= progressEveryMs) {
          toldAtMs = nowMs;
          isWanted = await store.progress(id, begun.file.rows());
          await onRows(begun.file.rows());
          if (!isWanted) throw new Error('the export was cancelled');
        }
        yield piece;
      }
    }
    const facts = { name: nameOf(record), accountId: record.accountId, keyId: '', mediaType: types[record.order.format] };
    try {
      const { bytes } = await objects.put(facts, pieces(), { expiresAtMs: record.expiresAtMs });
      const end = { rows: begun.file.rows(), bytes };
      await store.ended(id, end);
      return end;
    } catch (error) {
      // It changes while pieces are read.
      if (!(isWanted as boolean)) return null;
      throw error;
    }
  }

  const job = writeExportJob({ write, failed: (id, error) => store.ended(id, { error }) });
  return { exports: { store, files }, job };
}
