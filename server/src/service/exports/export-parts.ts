import type { Config } from '../../config/config.ts';
import type {
  AccountDataExport,
  AccountDataFiles,
  CallsExport,
  ExportFiles,
  ExportRecord,
  ExportsStore,
  PeopleInExport,
} from '../../subjects/calls/exports/export-ports.ts';
import { accountDataQueue, exportQueue } from '../../domain/content/export-queue.ts';
import type { SealedObjects, SealedPart } from '../../domain/content/objects.ts';
import type { ThreadData } from '../../exports/export-thread.ts';
import type { QueueJob } from '../../jobs/queue-job.ts';
import { writeExportJob } from '../../subjects/calls/exports/write-export-job.ts';
import type { Clock } from '../../platform/clock.ts';
import { createExportWriters } from './export-writers.ts';

const progressEveryMs = 1000;
const types = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv',
  zip: 'application/zip',
} as const;

/** The reason is for operators, in the log and in an alarm. */
const failedWords = 'Could not create the file. Export again; if it fails again, send the id of this export to the operator.';

export interface ExportPartsOptions {
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl'>;
  readonly objects: SealedObjects;
  readonly store: ExportsStore;
  readonly accountData: ExportsStore<AccountDataExport>;
  /** The people of an account as far as they are known. */
  readonly peopleOf: (order: AccountDataExport) => Promise<PeopleInExport>;
  readonly clock: Clock;
}

/** Where files of one kind are requested, and what the thread gets for them. */
interface FileKind<Order extends CallsExport | AccountDataExport> {
  readonly queue: string;
  readonly store: ExportsStore<Order>;
  readonly orderOf: (order: Order) => Promise<ThreadData['order']>;
}

interface JobParts extends Pick<ExportPartsOptions, 'objects' | 'clock'> {
  readonly writers: ReturnType<typeof createExportWriters>;
}

const nameOf = ({ id }: { readonly id: string }): string => `${id}/0`;

/** Creates files of one kind. */
function jobOf<Order extends CallsExport | AccountDataExport>(
  { queue, store, orderOf }: FileKind<Order>,
  { objects, clock, writers }: JobParts,
): QueueJob {
  async function write(id: string, signal: AbortSignal, onRows: (rows: number) => Promise<void>) {
    const record: ExportRecord<Order> | null = await store.find(id);
    if (record === null || !(await store.progress(id, 0))) return null;
    const order = await orderOf(record.order);
    const file = { accountId: record.accountId, order, sealKey: objects.sealKey(nameOf(record)) };
    const begun = await writers.beginInTurn(file, signal);
    const stop = (): void => {
      begun.file.stop(signal.reason as Error);
    };
    signal.addEventListener('abort', stop);
    const sealed = writers.sealed(begun);
    let isWanted = true;
    let notifiedAtMs = clock.monotonicMs();
    async function* parts(): AsyncGenerator<SealedPart> {
      for await (const part of sealed) {
        signal.throwIfAborted();
        const nowMs = clock.monotonicMs();
        if (nowMs - notifiedAtMs >= progressEveryMs) {
          notifiedAtMs = nowMs;
          isWanted = await store.progress(id, begun.file.rows());
          await onRows(begun.file.rows());
          if (!isWanted) throw new Error('the export was cancelled');
        }
        if (part !== null) yield part;
      }
    }
    const facts = { name: nameOf(record), accountId: record.accountId, keyId: '', mediaType: types[record.order.format] };
    try {
      const { bytes } = await objects.putSealed(facts, parts(), { expiresAtMs: record.expiresAtMs });
      const end = { rows: begun.file.rows(), bytes };
      await store.ended(id, end);
      return end;
    } catch (error) {
      // The value changes while parts are read.
      if (!(isWanted as boolean)) return null;
      throw error;
    } finally {
      await sealed.return();
    }
  }
  return writeExportJob({ queue, write, failed: (id) => store.ended(id, { error: failedWords }) });
}

/** Files of the call log, and of all data about accounts: written in threads, stored where songs are. */
export function createExportParts({ config, objects, store, accountData, peopleOf, clock }: ExportPartsOptions) {
  const { databaseUrl, dataDir } = config;
  const writers = createExportWriters(
    databaseUrl === null ? { kind: 'sqlite', folder: dataDir } : { kind: 'postgres', url: databaseUrl },
    clock,
  );
  async function open(record: { readonly id: string }): Promise<AsyncIterable<Buffer> | null> {
    const object = await objects.find(nameOf(record));
    return object === null ? null : objects.read(object);
  }
  const hasRoom = (accountId: string): Promise<boolean> => objects.hasRoom(accountId, 'records');
  const files: ExportFiles = {
    hasRoom,
    open,
    write(record) {
      return writers.written(writers.begin(record));
    },
    writeStatement(accountId, order) {
      return writers.written(writers.begin({ accountId, order }));
    },
    writeUsage(order) {
      return writers.written(writers.begin({ accountId: order.usage.accountId, order }));
    },
  };
  const accountDataFiles: AccountDataFiles = { hasRoom, open };
  const calls = { queue: exportQueue, store, orderOf: (order: CallsExport) => Promise.resolve(order) };
  const data = {
    queue: accountDataQueue,
    store: accountData,
    orderOf: async (order: AccountDataExport) => ({ ...order, people: await peopleOf(order) }),
  };
  const parts = { objects, clock, writers };
  const jobs: readonly QueueJob[] = [jobOf(calls, parts), jobOf(data, parts)];
  return { exports: { store, files }, accountData: { store: accountData, files: accountDataFiles }, jobs };
}
