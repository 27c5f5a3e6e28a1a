import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The files below assets/, and how each is compressed besides. */
export type BuiltFiles = Readonly<Record<string, readonly string[]>>;

/** What a build writes down about itself. */
interface Built {
  readonly hash: string;
  readonly files: BuiltFiles;
  /** Those of `files` that this build made; the others are of the one before. */
  readonly own?: readonly string[];
}

const suffixes: Readonly<Record<string, string>> = { br: '.br', gzip: '.gz' };

function namesOf(files: BuiltFiles): readonly string[] {
  return Object.entries(files).flatMap(([name, forms]) => [name, ...forms.map((form) => name + (suffixes[form] ?? ''))]);
}

function readBuilt(target: string): Built | null {
  const list = join(target, 'built.json');
  return existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as Built) : null;
}

/** Those of the build before, for pages that were opened from it and fetch the rest of their files later. */
function keptFiles(before: Built | null): BuiltFiles {
  if (before === null) return {};
  const own = new Set(before.own ?? Object.keys(before.files));
  return Object.fromEntries(Object.entries(before.files).filter(([name]) => own.has(name)));
}

/**
 * Puts a build in the place of the one before while a server serves from there: at no moment is a file missing that a page asks for.
 * @param made the folder of the new build, on the same disk; it is used up.
 */
export function putInPlace(
  made: string,
  target: string,
  { hash, files }: { readonly hash: string; readonly files: BuiltFiles },
): void {
  const kept = keptFiles(readBuilt(target));
  const assets = join(target, 'assets');
  mkdirSync(assets, { recursive: true });
  for (const name of readdirSync(join(made, 'assets'))) renameSync(join(made, 'assets', name), join(assets, name));
  for (const entry of readdirSync(made, { withFileTypes: true }))
    if (entry.isFile()) renameSync(join(made, entry.name), join(target, entry.name));
  // The list comes last, in one step: whoever sees it finds all that it names.
  const all = { ...kept, ...files };
  writeFileSync(join(target, 'built.json.new'), JSON.stringify({ hash, files: all, own: Object.keys(files) }));
  renameSync(join(target, 'built.json.new'), join(target, 'built.json'));
  const wanted = new Set(namesOf(all));
  for (const name of readdirSync(assets)) if (!wanted.has(name)) rmSync(join(assets, name), { force: true });
}
