import { Worker } from 'node:worker_threads';
import type { AccountDataOrder, CallsExport, StatementExport } from '../subjects/calls/exports/export-ports.ts';
import type { UsageExport } from '../subjects/calls/usage/report-ports.ts';
import type { SealedPart } from '../domain/content/objects.ts';

/** A thread that exceeds these limits only makes its own file fail. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 48 };
/** Chunks that may be in transit; the thread pauses until one was accepted. */
export const piecesOnTheWay = 4;

/** The data the thread gets at its start. */
export interface ThreadData {
  readonly database: { readonly kind: 'sqlite'; readonly folder: string } | { readonly kind: 'postgres'; readonly url: string };
  readonly order: CallsExport | StatementExport | UsageExport | AccountDataOrder;
  /** `null` if the file is sent while it is created; otherwise it is stored, sealed with this key. */
  readonly sealKey: Uint8Array | null;
}

interface PieceWord {
  readonly kind: 'piece';
  readonly rows: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Less than the number of bytes if they are sealed. */
  readonly plainBytes: number;
}

/** The thread's messages. For each accepted chunk it receives `null`, or gets the memory of a sealed one back. */
export type ThreadWord =
  | PieceWord
  | { readonly kind: 'rows'; readonly rows: number }
  | { readonly kind: 'end'; readonly rows: number };

export interface FileInTheMaking {
  /** Created no faster than it is read; the thread ends when reading stops. */
  readonly pieces: () => AsyncGenerator<Buffer>;
  /** Like `pieces`, for a sealed file; `null` if only the number of rows has changed. */
  readonly parts: () => AsyncGenerator<SealedPart | null>;
  /** The number of rows written. */
  readonly rows: () => number;
  /** Ends the thread in any state; its reader gets the reason as an error. */
  readonly stop: (reason: Error) => void;
}

/** Writes a file in a separate thread, so that neither its work nor its memory affects calls. */
export function writeInThread(script: URL, data: ThreadData): FileInTheMaking {
  let rows = 0;
  const faults: Error[] = [];
  let heard = Promise.withResolvers<undefined>();
  const wake = (): void => {
    heard.resolve(undefined);
  };
  const fail = (error: Error): void => {
    faults.push(error);
    wake();
  };
  async function* words(): AsyncGenerator<PieceWord | null> {
    const worker = new Worker(script, { workerData: data, execArgv: [], resourceLimits });
    const said: ThreadWord[] = [];
    worker.on('message', (word: ThreadWord) => {
      said.push(word);
      wake();
    });
    worker.on('error', fail);
    worker.on('exit', () => {
      fail(new Error('the thread ended before its file'));
    });
    try {
      for (;;) {
        const word = said.shift();
        if (word === undefined) {
          const [fault] = faults;
          if (fault !== undefined) throw fault;
          await heard.promise;
          heard = Promise.withResolvers();
          continue;
        }
        rows = word.rows;
        if (word.kind === 'end') return;
        if (word.kind === 'rows') {
          yield null;
          continue;
        }
        yield word;
        // Memory that becomes garbage here would make the collector examine everything, including calls, several times a second.
        if (data.sealKey === null) worker.postMessage(null);
        else worker.postMessage(word.bytes.buffer, [word.bytes.buffer]);
      }
    } finally {
      await worker.terminate();
    }
  }
  const bytesOf = ({ bytes }: PieceWord): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  async function* pieces(): AsyncGenerator<Buffer> {
    for await (const word of words()) if (word !== null) yield bytesOf(word);
  }
  async function* parts(): AsyncGenerator<SealedPart | null> {
    for await (const word of words()) yield word === null ? null : { pieces: [bytesOf(word)], plainBytes: word.plainBytes };
  }
  return { pieces, parts, rows: () => rows, stop: fail };
}
