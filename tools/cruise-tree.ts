import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import extractTypeScriptConfig from 'dependency-cruiser/config-utl/extract-ts-config';

/** An import in a forbidden direction. Files are relative to the root of the tree, with forward slashes. */
export interface Violation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

/** The result of the direction check for a tree. */
export interface CruisedTree {
  readonly violations: readonly Violation[];
  /** TypeScript files on disk that the check did not read. If there are any, the check proves nothing. */
  readonly unread: readonly string[];
  /** Number of TypeScript files read. */
  readonly readCount: number;
  /** Folders of server/src and console/src without a rule; assets of the console do not count as a room. */
  readonly unknownRooms: readonly string[];
  /** Server rooms in the rules that do not exist. Rooms of the console are not checked. */
  readonly missingRooms: readonly string[];
}

const rulesFile = join(import.meta.dirname, '..', '.dependency-cruiser.cjs');
const sources = ['server/src', 'contract/src', 'console/src'];

/** Applies the direction rules to the sources below `root`; by default, this repository. */
export async function cruiseTree(root = join(import.meta.dirname, '..')): Promise<CruisedTree> {
  const configuration = await extractConfig(rulesFile);
  const { options, ...ruleSet } = configuration;
  const onDisk = sources.flatMap((folder) => typeScriptFiles(root, folder));
  const tsConfigFile = join(import.meta.dirname, '..', 'server', 'tsconfig.json');
  const answer = await cruise(
    sources,
    { ...options, ruleSet, validate: true, baseDir: root },
    options?.enhancedResolveOptions ?? {},
    { tsConfig: extractTypeScriptConfig(tsConfigFile) },
  );
  const result = answer.output as ICruiseResult;
  const read = new Set(result.modules.map((module) => module.source));
  const ruleNames = (ruleSet.forbidden ?? []).map((rule) => rule.name ?? '');
  const ruled = (kind: RegExp): string[] => ruleNames.flatMap((name) => kind.exec(name)?.[1] ?? []);
  const serverRooms = ruled(/^room-(.+)-imports-only-its-own$/).map((name) => `server/src/${name}`);
  const consoleRooms = ruled(/^console-room-(.+)-imports-only-its-own$/).map((name) => `console/src/${name}`);
  const known = [...serverRooms, ...consoleRooms, 'console/src/assets'];
  const actualRooms = ['server/src', 'console/src'].flatMap((folder) => roomsOf(root, folder));
  return {
    violations: result.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    unread: onDisk.filter((file) => !read.has(file)),
    readCount: onDisk.filter((file) => read.has(file)).length,
    unknownRooms: actualRooms.filter((room) => !known.includes(room)),
    missingRooms: serverRooms.filter((room) => !actualRooms.includes(room)),
  };
}

function roomsOf(root: string, folder: string): string[] {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => `${folder}/${entry.name}`);
}

function typeScriptFiles(root: string, folder: string): string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => /\.tsx?$/.test(file)).map((file) => `${folder}/${file.replaceAll('\\', '/')}`);
}
