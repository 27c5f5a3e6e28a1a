import type { FileFill, FileSizes, FileUse } from '../domain/content/objects.ts';

/** How the store is divided. Each limit refuses the next file, so the last accepted file may exceed it. */
export interface FileShares {
  /** Maximum size of all stored files together. */
  readonly bytesMax: number;
  /** Space that files of calls never use. */
  readonly recordBytes: number;
  /** Maximum per use, for an account that has paid. */
  readonly accountBytesMax: number;
  /** Maximum for an account that has never paid, or was refunded everything. */
  readonly unpaidAccountBytesMax: number;
  /** Maximum for the call files of all these accounts together. */
  readonly unpaidBytesMax: number;
}

const unpaidAccountBytesMost = 256 * 1024 * 1024;

/** @param largestBytes size of a call's largest file, which every account may store. */
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

/**
 * Whether an account may store another file. Accounts are free of charge, so those that have not paid share a part, which fills without
 * affecting the others.
 */
export function hasRoomFor({ hasPaid, calls, records }: FileSizes, use: FileUse, shares: FileShares): boolean {
  const { own, unpaid } = use === 'calls' ? calls : records;
  if (own >= (hasPaid ? shares.accountBytesMax : shares.unpaidAccountBytesMax)) return false;
  const isWhollyFull = calls.all + records.all >= shares.bytesMax;
  if (use === 'calls')
    return !isWhollyFull && calls.all < shares.bytesMax - shares.recordBytes && (hasPaid || unpaid < shares.unpaidBytesMax);
  // Exports of accounts that have not paid leave half of the reserve for licences and invoices of others.
  return (records.all < shares.recordBytes || !isWhollyFull) && (hasPaid || unpaid < shares.recordBytes / 2);
}

/** How full the store is. */
export function fileFill({ calls, records }: FileSizes, { bytesMax, unpaidBytesMax }: FileShares): FileFill {
  return { bytes: calls.all + records.all, bytesMax, unpaidBytes: calls.unpaid, unpaidBytesMax };
}
