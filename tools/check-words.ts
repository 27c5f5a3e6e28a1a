// `npm run check:words`: what people read says things in the words of CONTRIBUTING.md.
import { join } from 'node:path';
import { wordFaults } from './words.ts';

const faults = wordFaults(join(import.meta.dirname, '..'));
for (const { file, line, found, say } of faults) console.error(`${file}:${String(line)}: "${found}": say ${say}`);
if (faults.length > 0) {
  console.error(`${String(faults.length)} words to replace`);
  process.exitCode = 1;
} else console.log('words hold');
