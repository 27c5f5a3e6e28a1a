import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ids } from '../platform/ids.ts';
import { makeFolder } from '../platform/make-folder.ts';
import { StartError } from './start-error.ts';

export interface LocalSecrets {
  readonly adminToken: string;
  /** Where the administrator token lies, or `null` when the configuration gave it. */
  readonly adminTokenFile: string | null;
  /** Seals upstream keys at rest. */
  readonly secret: string;
}

interface Given {
  readonly dataDir: string;
  readonly adminToken: string | null;
  readonly secret: string | null;
}

/** Reads a secret kept in the data folder, or makes it: readable by its owner only. */
function keptSecret(file: string, make: () => string): string {
  if (existsSync(file)) {
    const value = readFileSync(file, 'utf8').trim();
    if (value.length >= 16) return value;
    throw new StartError(`The file ${file} holds no usable secret: restore it from a backup, or set the variable for it.`);
  }
  const value = make();
  writeFileSync(file, `${value}\n`, { mode: 0o600, flag: 'wx' });
  chmodSync(file, 0o600);
  return value;
}

/**
 * The administrator token and the sealing secret: from the configuration, else from the data folder, where the first
 * start leaves them and the command line of the same machine finds them.
 * @throws {StartError} when the folder cannot be written.
 */
export function localSecrets(given: Given, ids: Pick<Ids, 'secret'>): LocalSecrets {
  const tokenFile = join(given.dataDir, 'admin-token');
  try {
    makeFolder(given.dataDir);
    return {
      adminToken: given.adminToken ?? keptSecret(tokenFile, () => `tga-${ids.secret(40)}`),
      adminTokenFile: given.adminToken === null ? tokenFile : null,
      secret: given.secret ?? keptSecret(join(given.dataDir, 'secret'), () => ids.secret(48)),
    };
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(
      `The data folder ${given.dataDir} cannot be used (${reason}). Check its permissions, or set TOLLGATE_DATA_DIR.`,
    );
  }
}
