import { Worker } from 'node:worker_threads';
import type { AccountDataOrder, CallsExport, StatementExport, UsageExport } from '../control/export-ports.ts';

/** A thread that runs out of these fails its file, and nothing else. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 48 };
/** Pieces that may be on their way; the thread stops until one was taken. */
export const piecesOnTheWay = 4;

/** What the thread is told at its start. */
export interface ThreadData {
  readonly database: { readonly kind: 'sqlite'; readonly folder: string } | { readonly kind: 'postgres'; readonly url: string };
  readonly order: CallsExport | StatementExport | UsageExport | AccountDataOrder;
}

/** What the thread says. It hears `null` for each piece that was taken. */
export type ThreadWord =
  | { readonly kind: 'piece'; readonly bytes: Uint8Array<ArrayBuffer>; readonly rows: number }
  | { readonly kind: 'end'; readonly rows: number };

export interface FileInTheMaking {
  /** Read no faster than it is taken; to stop reading ends the thread. */
  readonly pieces: AsyncIterable<Buffer>;
  /** That are out. */
  readonly rows: () => number;
}

/** Has a file written in a thread of its own, so that neither its work nor its memory is felt by calls. */
export function writeInThread(script: URL, data: ThreadData): FileInTheMaking {
  let rows = 0;
  async function* pieces(): AsyncGenerator<Buffer> {
    const worker = new Worker(script, { workerData: data, execArgv: [], resourceLimits });
    const words: ThreadWord[] = [];
    const faults: Error[] = [];
    let heard = Promise.withResolvers<undefined>();
    const wake = (): void => {
      heard.resolve(undefined);
    };
    const fail = (error: Error): void => {
      faults.push(error);
      wake();
    };
    worker.on('message', (word: ThreadWord) => {
      words.push(word);
      wake();
    });
    worker.on('error', fail);
    worker.on('exit', () => {
      fail(new Error('the thread ended before its file'));
    });
    try {
      for (;;) {
        const word = words.shift();
        if (word === undefined) {
          const [fault] = faults;
          if (fault !== undefined) throw fault;
          await heard.promise;
          heard = Promise.withResolvers();
          continue;
        }
        rows = word.rows;
        if (word.kind === 'end') return;
        yield Buffer.from(word.bytes.buffer, word.bytes.byteOffset, word.bytes.byteLength);
        worker.postMessage(null);
      }
    } finally {
      await worker.terminate();
    }
  }
  return { pieces: pieces(), rows: () => rows };
}
