import type { Proof } from '../proof.ts';

/** The disk is full, slow, faulty or torn; records and books stay intact. */
export const storagePromises: readonly Proof[] = [
  {
    name: 'books-over-outages',
    promise:
      'An outage of the storage that begins and ends at any commit loses no record and stores none twice. A full disk refuses paid calls and recovers without a restart.',
    for: 'operators',
    file: 'server/test/storage/books-outages.test.ts',
    tests: 'all',
    rows: ['F7', 'I4'],
  },
  {
    name: 'books-over-kills',
    promise: 'Books that are killed at any moment, also in an outage, keep every call they promised to keep.',
    for: 'operators',
    file: 'server/test/storage/crash.test.ts',
    tests: 'all',
    rows: ['F1', 'I4'],
  },
  {
    name: 'data-folder',
    promise:
      'A data folder belongs to one process and opens at the last whole commit, however damaged its log is. A damaged folder is refused with the remedy. A backup taken while serving starts and adds up.',
    for: 'operators',
    file: 'server/test/storage/data-folder.test.ts',
    tests: 'all',
    rows: ['F11'],
  },
  {
    name: 'disk-full',
    promise:
      'When the disk is full, paid calls are refused before a provider is called, pages and logs stay readable, and running calls end as usual. Once there is space, everything delivered is charged, with or without a restart.',
    for: 'operators',
    file: 'server/test/faults/disk-full.test.ts',
    tests: 'all',
    rows: ['F7', 'I5'],
  },
  {
    name: 'disk-error',
    promise:
      'A write that the disk did not confirm never counts as stored. Calls are refused until the disk confirms again, the database is reopened, and each call is charged once.',
    for: 'operators',
    file: 'server/test/faults/storage-error.test.ts',
    tests: 'all',
    rows: ['F8', 'I4'],
  },
  {
    name: 'slow-disk',
    promise:
      'A slow disk delays no response and breaks no call. A disk too slow to store what is delivered refuses new calls before a provider is called. Afterwards everything is charged once.',
    for: 'users',
    file: 'server/test/faults/storage-stalled.test.ts',
    tests: 'all',
    rows: ['F9'],
  },
  {
    name: 'standstills',
    promise:
      'A disk or a database server that stands still for up to ten seconds refuses no call and loses none. A kill during that time loses no more than a stated limit.',
    for: 'operators',
    file: 'server/test/faults/standstill.test.ts',
    tests: 'all',
    rows: ['F9', 'F26'],
    minutesMax: 15,
  },
  {
    name: 'disk-confirmed',
    promise: 'A record counts as stored only after the disk has confirmed it.',
    for: 'operators',
    file: 'server/test/faults/disk-sync.test.ts',
    tests: 'all',
    rows: ['F10'],
  },
  {
    name: 'damaged-database',
    promise:
      'The audit finds a flipped bit in the tables of money or their indexes, or the bit affects no balance. A damaged write-ahead log ends at a whole commit.',
    for: 'operators',
    file: 'server/test/faults/storage-damage.test.ts',
    tests: 'all',
    rows: ['F11', 'I3'],
    minutesMax: 10,
  },
  {
    name: 'spill-file',
    promise:
      'Records in the spill file survive a disk that is full to its last byte. A damaged spill file loses at most the records at the damaged place, raises an alarm and is kept.',
    for: 'operators',
    file: 'server/test/faults/storage-spill.test.ts',
    tests: 'all',
    rows: ['F7', 'F11'],
  },
  {
    name: 'files-in-a-bucket',
    promise:
      'A stored file is returned byte for byte, whole or by any range, and is sealed against the store. An aborted file is never visible and leaves nothing behind. Expired files are deleted.',
    for: 'operators',
    file: 'server/src/objects/s3/s3-parts.test.ts',
    tests: 'all',
    rows: [],
  },
];
