/** A file created for a client, such as a song: its owner and its type. */
export interface ObjectFacts {
  /** `<id of the task or call>/<number>`. */
  readonly name: string;
  readonly accountId: string;
  /** Key of the call that created it; empty for a record of the account that no call created. */
  readonly keyId: string;
  /** `audio/mpeg`. */
  readonly mediaType: string;
}

/** What files are for: songs and images of calls, or records such as licences, contracts, invoices and exports. */
export type FileUse = 'calls' | 'records';

export interface StoredObject extends ObjectFacts {
  readonly bytes: number;
  readonly expiresAtMs: number;
}

/** The first and the last byte, both inclusive. */
export interface ByteRange {
  readonly from: number;
  readonly to: number;
}

/** Why a file was refused. */
export class ObjectRefused extends Error {
  override readonly name = 'ObjectRefused';
  readonly why: 'too_large' | 'empty' | 'unknown_type' | 'no_room' | 'no_store';

  constructor(why: ObjectRefused['why']) {
    super(`a file was not stored: ${why}`);
    this.why = why;
  }
}

/** A file that we write ourselves: of any type, limited only by the available space. */
export interface OwnFile {
  readonly expiresAtMs: number;
}

/** Some megabytes of a file in stored form. */
export interface SealedPart {
  /** Consecutive chunks. */
  readonly pieces: readonly Buffer[];
  /** Number of plain bytes that were sealed in the part. */
  readonly plainBytes: number;
}

/** Stores files sealed, where every node finds them, until they expire. */
export interface Objects {
  /** Whether an account may store another file; checked before an upstream is paid for it. */
  hasRoom(accountId: string, use: FileUse): Promise<boolean>;
  /** How full the store is. */
  fill(): Promise<FileFill>;
  /**
   * Stores a file of an allowed type while it arrives. Once this has returned, the file survives a crash. A later file of the same name
   * replaces it.
   * @throws {ObjectRefused}, and errors of `chunks` or the store; nothing exists under the name then.
   */
  put(facts: ObjectFacts, chunks: AsyncIterable<Buffer>, own?: OwnFile): Promise<StoredObject>;
  /** `null` if the file is missing, incomplete or expired. */
  find(name: string): Promise<StoredObject | null>;
  /** The whole file or a part of it, loaded no faster than it is read. */
  read(object: StoredObject, range?: ByteRange): AsyncIterable<Buffer>;
  /** Deletes expired files and returns their number. Files that cannot be deleted now are tried again next time. */
  purge(): Promise<number>;
}

/** Also stores files that their writer has already sealed. */
export interface SealedObjects extends Objects {
  /** The key with which another thread seals the parts of a file of this name. */
  sealKey(name: string): Uint8Array;
  /** Like `put`, for an {@link OwnFile} that is already sealed. A part may be released when the next one is requested. */
  putSealed(facts: ObjectFacts, parts: AsyncIterable<SealedPart>, own: OwnFile): Promise<StoredObject>;
}

/** Bytes stored, and the maximum; 0 without storage. */
export interface FileFill {
  readonly bytes: number;
  readonly bytesMax: number;
  /** Bytes of calls by accounts that have not paid. */
  readonly unpaidBytes: number;
  readonly unpaidBytesMax: number;
}

/** Bytes of the files of one use: of all accounts, of this account, and of all accounts that have not paid. */
export interface UseSizes {
  readonly all: number;
  readonly own: number;
  readonly unpaid: number;
}

export interface FileSizes extends Readonly<Record<FileUse, UseSizes>> {
  /** Whether the account has paid more than was refunded. */
  readonly hasPaid: boolean;
}

/** Size of a file that uses space; `null` if it was not completely written and its size is unknown. */
export interface KeptBytes {
  readonly bytes: number | null;
}

/** The index of files, without their bytes, in a database that survives them. */
export interface ObjectIndex {
  /** Starts a file: it uses space but cannot be found yet. Returns any earlier file of this name, or `null`. */
  begin(facts: ObjectFacts, times: { readonly atMs: number; readonly expiresAtMs: number }): Promise<KeptBytes | null>;
  /** All bytes are written. */
  finish(name: string, bytes: number): Promise<void>;
  /** The file started at that time receives no more data. Its parts use space until they are deleted like an expired file. */
  giveUp(name: string, began: { readonly atMs: number; readonly bytes: number }): Promise<void>;
  find(name: string): Promise<StoredObject | null>;
  /** Bytes stored; a file that is being written counts as `unknownBytes`. */
  sizes(accountId: string, unknownBytes: number): Promise<FileSizes>;
  /** Some of the files that have expired, or were started before a given time and never finished; oldest first. */
  expired(
    at: { readonly atMs: number; readonly begunBeforeMs: number },
    count: number,
  ): Promise<readonly (KeptBytes & { readonly name: string })[]>;
  forget(name: string): Promise<void>;
}
