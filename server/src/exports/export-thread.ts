import { Worker } from 'node:worker_threads';
import type { AccountDataOrder, CallsExport, StatementExport, UsageExport } from '../subjects/calls/export-ports.ts';
import type { SealedPart } from '../domain/content/objects.ts';

/** A thread that runs out of these fails its file, and nothing else. */
const resourceLimits = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 48 };
/** Pieces that may be on their way; the thread stops until one was taken. */
export const piecesOnTheWay = 4;

/** The data the thread gets at its start. */
export interface ThreadData {
  readonly database: { readonly kind: 'sqlite'; readonly folder: string } | { readonly kind: 'postgres'; readonly url: string };
  readonly order: CallsExport | StatementExport | UsageExport | AccountDataOrder;
  /** `null`: the file is handed out as it comes; else it is kept, sealed with this. */
  readonly sealKey: Uint8Array | null;
}

interface PieceWord {
  readonly kind: 'piece';
  readonly rows: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Fewer than its bytes if they are sealed. */
  readonly plainBytes: number;
}

/** The thread's messages. For each accepted piece it receives `null`, or gets the memory of a sealed one back. */
export type ThreadWord =
  | PieceWord
  | { readonly kind: 'rows'; readonly rows: number }
  | { readonly kind: 'end'; readonly rows: number };

export interface FileInTheMaking {
  /** Read no faster than it is taken; to stop reading ends the thread. */
  readonly pieces: () => AsyncGenerator<Buffer>;
  /** As `pieces`, of a file that is sealed; `null` where only the count of rows has changed. */
  readonly parts: () => AsyncGenerator<SealedPart | null>;
  /** That are out. */
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
        // Memory that waits to be collected here has the collector look at everything, calls included, several times a second.
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
