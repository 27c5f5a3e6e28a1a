import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Ids } from '../../platform/ids.ts';
import { makeFolder } from '../../platform/make-folder.ts';
import { StartError } from './start-error.ts';

export interface LocalSecrets {
  readonly adminToken: string;
  /** Path of the administrator token; `null` if it comes from the configuration. */
  readonly adminTokenFile: string | null;
  /** Seals upstream keys at rest. */
  readonly secret: string;
  /**
   * Stores newly created secrets in the data folder; nothing is written earlier.
   * @throws {StartError}
   */
  keep(): void;
}

interface Given {
  readonly dataDir: string;
  readonly adminToken: string | null;
  readonly secret: string | null;
}

interface KeptSecret {
  readonly value: string;
  /** Not yet stored in its file. */
  readonly isNew: boolean;
}

/** Reads a secret stored in the data folder, or creates it. */
function keptSecret(file: string, make: () => string): KeptSecret {
  if (!existsSync(file)) return { value: make(), isNew: true };
  const value = readFileSync(file, 'utf8').trim();
  if (value.length >= 16) return { value, isNew: false };
  throw new StartError(`The file ${file} has no valid secret. Restore it from a backup, or set its variable.`);
}

/** Readable by its owner only. */
function keep(file: string, { value, isNew }: KeptSecret): void {
  if (!isNew) return;
  writeFileSync(file, `${value}\n`, { mode: 0o600, flag: 'wx' });
  chmodSync(file, 0o600);
}

/**
 * Runs code that uses the folder.
 * @throws {StartError}
 */
function inFolder<Result>(folder: string, use: () => Result): Result {
  try {
    return use();
  } catch (error) {
    if (error instanceof StartError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartError(`Could not use the data folder ${folder} (${reason}). Check its permissions, or set TOLLGATE_DATA_DIR.`);
  }
}

/**
 * The administrator token and the sealing secret. They come from the configuration, otherwise from the data folder, where the first start
 * stores them and the command line of the same machine finds them.
 * @throws {StartError} if the folder is not writable.
 */
export function localSecrets({ dataDir, ...given }: Given, ids: Pick<Ids, 'secret'>): LocalSecrets {
  const tokenFile = join(dataDir, 'admin-token');
  const secretFile = join(dataDir, 'secret');
  const { token, secret } = inFolder(dataDir, () => {
    makeFolder(dataDir);
    return {
      token: given.adminToken === null ? keptSecret(tokenFile, () => `tga-${ids.secret(40)}`) : null,
      secret: given.secret === null ? keptSecret(secretFile, () => ids.secret(48)) : null,
    };
  });
  return {
    adminToken: token?.value ?? given.adminToken ?? '',
    adminTokenFile: token === null ? null : tokenFile,
    secret: secret?.value ?? given.secret ?? '',
    keep() {
      inFolder(dataDir, () => {
        if (token !== null) keep(tokenFile, token);
        if (secret !== null) keep(secretFile, secret);
      });
    },
  };
}
