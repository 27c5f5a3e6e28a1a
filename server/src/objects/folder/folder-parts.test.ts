import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { objectsSuite } from '../../../test/suites/objects-suite.ts';
import { createFolderParts } from './folder-parts.ts';

objectsSuite('files in a folder', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-parts-'));
  const files = () => readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return Promise.resolve({
    parts: createFolderParts(folder),
    list: () => Promise.resolve(files().map(({ parentPath, name }) => relative(folder, join(parentPath, name)))),
    close() {
      rmSync(folder, { recursive: true });
      return Promise.resolve();
    },
  });
});
