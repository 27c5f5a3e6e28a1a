import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import type { SettingsStore } from '../../control/settings-ports.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Logger } from '../../platform/logger.ts';
import { compilerFor, readRows } from '../../storage/compiler.ts';
import type { Engine } from '../../storage/engine.ts';
import { holdsSomething, installationFile, partsIn } from '../../storage/installation-parts.ts';
import { checkSignInFile, signInFile } from '../../storage/sqlite/check-sign-in-file.ts';
import { StartError } from './start-error.ts';

const name = 'installation';

export interface InstallationOptions {
  readonly engine: Engine;
  readonly settings: SettingsStore;
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'redisUrl' | 'objectsUrl'>;
  readonly ids: Pick<Ids, 'uuid'>;
  readonly logger: Logger;
}

export interface CheckedInstallation {
  /** Stores the installation's ID in the database and in the data folder, and returns it. */
  keep(): Promise<string>;
}

/** `null` if the folder is new, belongs to an earlier version, or is to be accepted as it is. */
function idIn(folder: string): string | null {
  try {
    return readFileSync(join(folder, installationFile), 'utf8').trim() || null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw new StartError(`Could not load ${join(folder, installationFile)} (${String(error)}). Check its permissions.`);
  }
}

/** Under its final name the file either exists completely or not at all. */
function keepIn(folder: string, id: string): void {
  const file = join(folder, installationFile);
  const draft = openSync(`${file}.new`, 'w', 0o600);
  try {
    writeSync(draft, `${id}\n`);
    fsyncSync(draft);
  } finally {
    closeSync(draft);
  }
  renameSync(`${file}.new`, file);
}

/** Every completed start has created accounts. */
async function isNew(engine: Engine, settings: SettingsStore): Promise<boolean> {
  if ((await settings.get('sealed_with')) !== null) return false;
  return (await readRows(engine, 'hot', compilerFor(engine.sql).selectFrom('accounts').select('id').limit(1))).length === 0;
}

/** Parts that the database expects and the folder lacks, as text. */
async function missingParts({ engine, config }: InstallationOptions): Promise<readonly string[]> {
  const { dataDir, objectsUrl, redisUrl } = config;
  const db = compilerFor(engine.sql);
  const missing: string[] = [];
  if (engine.sql === 'sqlite' && !holdsSomething(join(dataDir, signInFile))) {
    const people = await Promise.all([
      readRows(engine, 'hot', db.selectFrom('members').select('user_id').limit(1)),
      readRows(engine, 'hot', db.selectFrom('operators').select('user_id').limit(1)),
    ]);
    if (people.flat().length > 0) missing.push(`${signInFile} (its users)`);
  }
  if (objectsUrl === null && redisUrl === null && !holdsSomething(join(dataDir, 'objects'))) {
    const kept = db.selectFrom('objects').select('name').where('bytes', 'is not', null).limit(1);
    if ((await readRows(engine, 'hot', kept)).length > 0) missing.push('objects/ (its files)');
  }
  return missing;
}

function otherDatabase({ engine, config }: InstallationOptions, parts: readonly string[]): StartError {
  const place = engine.sql === 'sqlite' ? 'tollgate.db' : 'the database of TOLLGATE_DATABASE_URL';
  return new StartError(
    `The data folder ${config.dataDir} belongs to an installation (${parts.join(', ')}), but ${place} is empty. Restore a backup or set the right database; for a new installation, use an empty folder as TOLLGATE_DATA_DIR.`,
  );
}

/**
 * Database and data folder must belong to the same installation, and be complete. With an empty database every key would be unknown, and
 * missing people or files would go unnoticed. Checked before anything except the schema is written.
 * @throws {StartError | StorageStartError}
 */
export async function checkInstallation(options: InstallationOptions): Promise<CheckedInstallation> {
  const { engine, settings, config, ids, logger } = options;
  const { dataDir } = config;
  const inFolder = idIn(dataDir);
  let id = await settings.get(name);
  if (id === null && (await isNew(engine, settings))) {
    const parts = [
      ...partsIn(dataDir),
      ...(engine.sql === 'postgres' && holdsSomething(join(dataDir, 'tollgate.db')) ? ['tollgate.db'] : []),
    ];
    if (parts.length > 0) throw otherDatabase(options, parts);
    // Done before anything is in the folder, so that an interrupted start can be repeated.
    await settings.add(name, ids.uuid());
    id = await settings.get(name);
  }
  const file = join(dataDir, installationFile);
  if (id !== null && inFolder !== null && id !== inFolder)
    throw new StartError(
      `The data folder ${dataDir} and the database belong to different installations. Check TOLLGATE_DATA_DIR and TOLLGATE_DATABASE_URL, or remove the file ${file} to use them together.`,
    );
  const missing = await missingParts(options);
  if (missing.length > 0 && inFolder !== null)
    throw new StartError(
      `The data folder ${dataDir} lacks ${missing.join(', and ')}. Restore it from the backup, or remove the file ${file} to continue without it.`,
    );
  // A backup was restored without these parts. The first log lines are what people read then.
  if (missing.length > 0)
    logger.error({ missing }, 'the data folder lacks files that the database refers to: restore them from the backup as well');
  return {
    async keep() {
      await settings.add(name, id ?? inFolder ?? ids.uuid());
      const kept = (await settings.get(name)) ?? '';
      const people = join(dataDir, signInFile);
      if (engine.sql === 'sqlite' && holdsSomething(people)) checkSignInFile(people, kept);
      if (inFolder !== kept) keepIn(dataDir, kept);
      return kept;
    },
  };
}
