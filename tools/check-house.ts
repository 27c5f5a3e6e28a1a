// `npm run check:house`: the rules no ready-made checker knows.
import { join } from 'node:path';
import { houseBreaches } from './house-rules.ts';

const breaches = houseBreaches(join(import.meta.dirname, '..'));
for (const { rule, file, detail } of breaches) console.error(`${rule}: ${file}: ${detail}`);
if (breaches.length > 0) process.exitCode = 1;
else console.log('house rules hold');
