import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** The file that identifies the installation a data folder belongs to. */
export const installationFile = 'installation';

/** Files that an installation creates in its data folder, apart from the database. */
const leftParts = [
  installationFile,
  'secret',
  'admin-token',
  'node-name',
  'sign-in.sqlite',
  'spill',
  'objects',
  'backups',
] as const;

/** Whether the path is a file that is not empty, or a folder that is not empty. */
export function holdsSomething(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  return found.isDirectory() ? readdirSync(path).length > 0 : found.size > 0;
}

/** The names of an installation's parts in a folder, without its database. */
export function partsIn(folder: string): readonly string[] {
  return leftParts.filter((part) => holdsSomething(join(folder, part)));
}
