// npm run docs: writes the documents that are made from data.
import { writeGeneratedDocs } from './generated-docs.ts';

await writeGeneratedDocs();
