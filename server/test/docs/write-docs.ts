// npm run docs: writes the documents that are made from data.
import { writeFileSync } from 'node:fs';
import { generatedDocs } from './generated-docs.ts';

for (const { path, present, wanted } of await generatedDocs()) {
  if (present === wanted) continue;
  writeFileSync(path, wanted);
  process.stdout.write(`wrote ${path}\n`);
}
