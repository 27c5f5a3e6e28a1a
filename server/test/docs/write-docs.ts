// `npm run docs`: writes the generated documents.
import { writeGeneratedDocs } from './generated-docs.ts';

await writeGeneratedDocs();
