import type { FileFill, FileSizes, FileUse } from '../domain/content/objects.ts';

/** How the store is shared out. Each bound stops the next file: the last one that it takes may go beyond. */
export interface FileShares {
  /** Of all files kept at a time. */
  readonly bytesMax: number;
  /** Room that files of calls never take. */
  readonly recordBytes: number;
  /** Of the files of one use of an account that has paid. */
  readonly accountBytesMax: number;
  /** Of one that has never paid, or got back all that it paid. */
  readonly unpaidAccountBytesMax: number;
  /** Of files of calls of all those together. */
  readonly unpaidBytesMax: number;
}

const unpaidAccountBytesMost = 256 * 1024 * 1024;

/** @param largestBytes of the largest file that a call leaves: so much is every account's. */
export function fileShares(bytesMax: number, largestBytes: number): FileShares {
  const quarter = Math.floor(bytesMax / 4);
  const small = Math.min(Math.floor(bytesMax / 64), unpaidAccountBytesMost);
  return {
    bytesMax,
    recordBytes: Math.floor(bytesMax / 10),
    accountBytesMax: quarter,
    unpaidAccountBytesMax: Math.min(Math.max(small, largestBytes), quarter),
    unpaidBytesMax: quarter,
  };
}

/** Whether an account may have another file. Accounts are free of charge, so those that have not paid share a part that fills alone. */
export function hasRoomFor({ hasPaid, calls, records }: FileSizes, use: FileUse, shares: FileShares): boolean {
  const { own, unpaid } = use === 'calls' ? calls : records;
  if (own >= (hasPaid ? shares.accountBytesMax : shares.unpaidAccountBytesMax)) return false;
  const isWhollyFull = calls.all + records.all >= shares.bytesMax;
  if (use === 'calls')
    return !isWhollyFull && calls.all < shares.bytesMax - shares.recordBytes && (hasPaid || unpaid < shares.unpaidBytesMax);
  // Exports of accounts that have not paid leave half of what is kept back to licences and invoices of others.
  return (records.all < shares.recordBytes || !isWhollyFull) && (hasPaid || unpaid < shares.recordBytes / 2);
}

/** How full the store is. */
export function fileFill({ calls, records }: FileSizes, { bytesMax, unpaidBytesMax }: FileShares): FileFill {
  return { bytes: calls.all + records.all, bytesMax, unpaidBytes: calls.unpaid, unpaidBytesMax };
}
