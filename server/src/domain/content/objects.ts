/** A file made for a client, such as a song: its owner and its type. */
export interface ObjectFacts {
  /** `<id of the task or call>/<number>`. */
  readonly name: string;
  readonly accountId: string;
  /** Key of the call that made it; empty for a record of the account that no call made. */
  readonly keyId: string;
  /** `audio/mpeg`. */
  readonly mediaType: string;
}

/** Purpose of files: songs and images of calls, or records such as licences, contracts, invoices and exports. */
export type FileUse = 'calls' | 'records';

export interface StoredObject extends ObjectFacts {
  readonly bytes: number;
  readonly expiresAtMs: number;
}

/** The first and the last byte, both of it. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** Why a file was not taken. */
export class ObjectRefused extends Error {
  override readonly name = 'ObjectRefused';
  readonly why: 'too_large' | 'empty' | 'unknown_type' | 'no_room' | 'no_store';

  constructor(why: ObjectRefused['why']) {
    super(`a file was not stored: ${why}`);
    this.why = why;
  }
}

/** A file that we write ourselves: of any type, and as large as there is room. */
export interface OwnFile {
  readonly expiresAtMs: number;
}

/** Some megabytes of a file as they are kept. */
export interface SealedPart {
  /** That follow each other. */
  readonly pieces: readonly Buffer[];
  /** That were sealed in it. */
  readonly plainBytes: number;
}

/** Keeps files, sealed, where every node finds them, until they expire. */
export interface Objects {
  /** Whether an account may have another one; asked before an upstream is paid for it. */
  hasRoom(accountId: string, use: FileUse): Promise<boolean>;
  /** How full the store is. */
  fill(): Promise<FileFill>;
  /**
   * Stores a file of an allowed type while it arrives. Once this has returned the file survives a crash; another file under the same name
   * replaces it.
   * @throws {ObjectRefused}, and errors of `chunks` or the store; nothing is found under the name then.
   */
  put(facts: ObjectFacts, chunks: AsyncIterable<Buffer>, own?: OwnFile): Promise<StoredObject>;
  /** `null`: it is missing, incomplete, or expired. */
  find(name: string): Promise<StoredObject | null>;
  /** All of it, or a part; taken from the store no faster than it is read. */
  read(object: StoredObject, range?: ByteRange): AsyncIterable<Buffer>;
  /** Deletes expired files and returns how many; files that cannot be deleted now wait for the next time. */
  purge(): Promise<number>;
}

/** Keeps files that are sealed by their writer, too. */
export interface SealedObjects extends Objects {
  /** The key with which another thread seals the parts of a file of this name. */
  sealKey(name: string): Uint8Array;
  /** As `put`, for a file of ours that is already sealed this way. A part may be released when the next is requested. */
  putSealed(facts: ObjectFacts, parts: AsyncIterable<SealedPart>, own: OwnFile): Promise<StoredObject>;
}

/** Bytes kept, and the maximum; 0 without storage. */
export interface FileFill {
  readonly bytes: number;
  readonly bytesMax: number;
  /** For calls of accounts that have not paid. */
  readonly unpaidBytes: number;
  readonly unpaidBytesMax: number;
}

/** Bytes of the files of one use: of all accounts, of the one in question, and of all that have not paid. */
export interface UseSizes {
  readonly all: number;
  readonly own: number;
  readonly unpaid: number;
}

export interface FileSizes extends Readonly<Record<FileUse, UseSizes>> {
  /** Whether the account has paid more than it got back. */
  readonly hasPaid: boolean;
}

/** Size of a file that takes up space; `null` if it was not written completely and the size is unknown. */
export interface KeptBytes {
  readonly bytes: number | null;
}

/** The index of files, without their bytes; the database behind it outlives them. */
export interface ObjectIndex {
  /** Begins a file: it takes up space and cannot be found yet. Returns any earlier file of this name, or `null`. */
  begin(facts: ObjectFacts, times: { readonly atMs: number; readonly expiresAtMs: number }): Promise<KeptBytes | null>;
  /** All bytes are there. */
  finish(name: string, bytes: number): Promise<void>;
  /** The file begun at that moment receives no more data: its parts take up space until they are deleted like an expired file. */
  giveUp(name: string, began: { readonly atMs: number; readonly bytes: number }): Promise<void>;
  find(name: string): Promise<StoredObject | null>;
  /** Bytes kept; a file that is being written counts as `unknownBytes`. */
  sizes(accountId: string, unknownBytes: number): Promise<FileSizes>;
  /** Some of those that have expired, or were begun before a moment and never finished; the oldest first. */
  expired(
    at: { readonly atMs: number; readonly begunBeforeMs: number },
    count: number,
  ): Promise<readonly (KeptBytes & { readonly name: string })[]>;
  forget(name: string): Promise<void>;
}
