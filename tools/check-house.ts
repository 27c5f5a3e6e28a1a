// `npm run check:house`: rules that no existing checker covers.
import { join } from 'node:path';
import { houseBreaches } from './house-rules.ts';

const breaches = houseBreaches(join(import.meta.dirname, '..'));
for (const { rule, file, detail } of breaches) console.error(`${rule}: ${file}: ${detail}`);
if (breaches.length > 0) process.exitCode = 1;
else console.log('house rules hold');
