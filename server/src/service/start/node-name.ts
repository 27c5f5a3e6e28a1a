import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ids } from '../../platform/ids.ts';

/** The node's name. It is created at the first start with a data folder, which belongs to one process at a time, and is stored in it. */
export function nodeName(dataDir: string, ids: Pick<Ids, 'named'>): string {
  const file = join(dataDir, 'node-name');
  if (!existsSync(file)) writeFileSync(file, `${ids.named('node')}\n`, { mode: 0o600 });
  return readFileSync(file, 'utf8').trim();
}
