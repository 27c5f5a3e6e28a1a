import { accessSync, constants, readFileSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Folders where packages put programs that are not on the path. */
const parents = ['/usr/lib/postgresql', '/usr/pgsql', '/opt/homebrew/opt', '/usr/local/opt', '/usr/local/pgsql'];

export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function below(parent: string): string[] {
  try {
    // Newest version first.
    return readdirSync(parent).sort((a, b) => Number.parseFloat(b) - Number.parseFloat(a) || (a < b ? 1 : -1));
  } catch {
    return [];
  }
}

/** The folder with all of these programs, on the path or where packages put them; `null` if there is none. */
export function findPrograms(names: readonly string[]): string | null {
  const onPath = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const packaged = parents.flatMap((parent) => [
    join(parent, 'bin'),
    ...below(parent).map((child) => join(parent, child, 'bin')),
  ]);
  return [...onPath, ...packaged].find((folder) => names.every((name) => isProgram(join(folder, name)))) ?? null;
}

/** A user other than root, for servers that refuse to run as root; `null` if the process is not root. */
export function unprivileged(): { readonly uid: number; readonly gid: number } | null {
  if (process.getuid?.() !== 0) return null;
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = users.find(([user]) => user === name) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error('there is neither a user "postgres" nor "nobody" to run a server as');
}
