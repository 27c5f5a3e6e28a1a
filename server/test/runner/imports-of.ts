import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the repository; all paths are relative to it. */
export const root = fileURLToPath(new URL('../../../', import.meta.url));

const statement =
  /^\s*(?:import|export)\b(?!\s+type\b)(?:[^'";]*?\bfrom)?\s*'([^']+)'|\bimport\('([^']+)'\)|\bnew URL\('(\.[^']+)', import\.meta\.url\)/gm;

const known = new Map<string, readonly string[]>();

/** The file of a contract module, by its import specifier. */
function contractModule(specifier: string): string | null {
  const name = /^@tollgate\/contract\/(.+)$/.exec(specifier)?.[1];
  return name === undefined ? null : `contract/src/${name}.ts`;
}

/** What a module imports, reads or starts by name: modules and files of the repository by path, others by name. Types do not count. */
export function importsOf(path: string): readonly string[] {
  const before = known.get(path);
  if (before !== undefined) return before;
  const found = new Set<string>();
  const text = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '';
  for (const [, from, dynamic, place] of text.matchAll(statement)) {
    const specifier = from ?? dynamic ?? place ?? '';
    found.add(specifier.startsWith('.') ? join(dirname(path), specifier) : (contractModule(specifier) ?? specifier));
  }
  const imports = [...found];
  known.set(path, imports);
  return imports;
}

/** The file with all its direct and indirect imports. */
export function reachedFrom(path: string, follow: (path: string) => boolean = () => true): ReadonlySet<string> {
  const reached = new Set([path]);
  for (const at of reached) if (follow(at)) for (const next of importsOf(at)) reached.add(next);
  return reached;
}
