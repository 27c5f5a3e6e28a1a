import type { Proof } from '../proof.ts';

/** The disk is full, slow, faulty or torn; records and books stay whole. */
export const storagePromises: readonly Proof[] = [
  {
    name: 'books-over-outages',
    promise:
      'An outage of the storage that begins and ends at any commit loses no record and stores none twice; a full disk refuses paid calls and ends without a restart.',
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
      'A data folder belongs to one process, opens from the last whole commit however its log was torn, and is refused with the way back if it is damaged; a backup taken while serving starts and adds up.',
    for: 'operators',
    file: 'server/test/storage/data-folder.test.ts',
    tests: 'all',
    rows: ['F11'],
  },
  {
    name: 'disk-full',
    promise:
      'When the disk is full, paid calls are refused before a provider is called, pages and logs can be read, running calls end as usual; once there is space everything delivered is charged, without a restart or after one.',
    for: 'operators',
    file: 'server/test/faults/disk-full.test.ts',
    tests: 'all',
    rows: ['F7', 'I5'],
  },
  {
    name: 'disk-error',
    promise:
      'What the disk did not confirm never counts as written down: calls are refused until it confirms again, the database is opened again, and each call is charged once.',
    for: 'operators',
    file: 'server/test/faults/storage-error.test.ts',
    tests: 'all',
    rows: ['F8', 'I4'],
  },
  {
    name: 'slow-disk',
    promise:
      'A slow disk delays no answer and breaks no call; one too slow to write down what is delivered refuses new calls before a provider is called, and afterwards everything is charged once.',
    for: 'users',
    file: 'server/test/faults/storage-stalled.test.ts',
    tests: 'all',
    rows: ['F9'],
  },
  {
    name: 'standstills',
    promise:
      'A disk or a database server that stands still for up to ten seconds refuses no call and loses none, and a kill meanwhile loses no more than a stated bound.',
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
      'A bit that the disk turns over in the tables of money or their indexes is found by the audit, or touches no balance; a damaged write-ahead log ends at a whole commit.',
    for: 'operators',
    file: 'server/test/faults/storage-damage.test.ts',
    tests: 'all',
    rows: ['F11', 'I3'],
    minutesMax: 10,
  },
  {
    name: 'spill-file',
    promise:
      'Records that wait in the spill file survive a disk full to its last byte; a damaged spill file costs at most the records at that place, raises an alarm and is kept.',
    for: 'operators',
    file: 'server/test/faults/storage-spill.test.ts',
    tests: 'all',
    rows: ['F7', 'F11'],
  },
  {
    name: 'files-in-a-bucket',
    promise:
      'A stored file comes back to the byte and by any range, sealed against who keeps it; one that broke off is never shown and leaves nothing behind; what has expired is deleted.',
    for: 'operators',
    file: 'server/src/objects/s3/s3-parts.test.ts',
    tests: 'all',
    rows: [],
  },
];
