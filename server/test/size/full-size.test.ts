/** Goal and method: see large-books-proof.ts. Here the books are in the embedded database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from 'node:test';
import { proveLargeBooks } from './large-books-proof.ts';
import { makeBooks } from './make-books.ts';

void describe('a full-size log', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-full-size-'));
  proveLargeBooks({
    row: 'size',
    isCopiedByProgram: true,
    make: (options) => makeBooks({ folder, ...options }),
    place: () => ({ folder, env: {} }),
    remove() {
      rmSync(folder, { recursive: true });
      return Promise.resolve();
    },
  });
});
