// `npm run check:words`: lists texts with wording that CONTRIBUTING.md forbids.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { neverSaid, wordFaults } from './words.ts';

const root = join(import.meta.dirname, '..');
const faults = wordFaults(root, neverSaid(readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')));
for (const { file, line, found, say } of faults) console.error(`${file}:${String(line)}: "${found}": say ${say}`);
if (faults.length > 0) {
  console.error(`${String(faults.length)} words to replace`);
  process.exitCode = 1;
} else console.log('words hold');
