import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** Names the installation that a data folder belongs to. */
export const installationFile = 'installation';

/** Files that an installation leaves in its data folder, besides its database there if it has one. */
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

/** A file with something in it, or a folder that is not empty. */
export function holdsSomething(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  return found.isDirectory() ? readdirSync(path).length > 0 : found.size > 0;
}

/** The parts of an installation in a folder, by name; without its database. */
export function partsIn(folder: string): readonly string[] {
  return leftParts.filter((part) => holdsSomething(join(folder, part)));
}
