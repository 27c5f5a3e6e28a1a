import type { FileFill, FileSizes, FileUse } from '../domain/content/objects.ts';

/** How the store is shared out. Each bound stops the next file: the last one that it takes may go beyond. */
export interface FileShares {
  /** Maximum of all files kept at a time. */
  readonly bytesMax: number;
  /** Room that files of calls never take. */
  readonly recordBytes: number;
  /** Maximum per use, for an account that has paid. */
  readonly accountBytesMax: number;
  /** Maximum for an account that has never paid, or was refunded everything. */
  readonly unpaidAccountBytesMax: number;
  /** Maximum for the calls' files of all those together. */
  readonly unpaidBytesMax: number;
}

const unpaidAccountBytesMost = 256 * 1024 * 1024;

/** @param largestBytes size of the largest file of a call: every account may store that much. */
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
  // Exports of accounts that have not paid leave half of the reserve to licences and invoices of others.
  return (records.all < shares.recordBytes || !isWhollyFull) && (hasPaid || unpaid < shares.recordBytes / 2);
}

/** How full the store is. */
export function fileFill({ calls, records }: FileSizes, { bytesMax, unpaidBytesMax }: FileShares): FileFill {
  return { bytes: calls.all + records.all, bytesMax, unpaidBytes: calls.unpaid, unpaidBytesMax };
}
