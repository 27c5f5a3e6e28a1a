import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';
import extractTypeScriptConfig from 'dependency-cruiser/config-utl/extract-ts-config';

/** One import in a forbidden direction; files are relative to the tree's root, with forward slashes. */
export interface Violation {
  readonly rule: string;
  readonly from: string;
  readonly to: string;
}

/** The result of the direction check for a tree. */
export interface CruisedTree {
  readonly violations: readonly Violation[];
  /** TypeScript files on disk that the cruise did not read; anything but none means that the check proves nothing. */
  readonly unread: readonly string[];
  /** How many TypeScript files were read. */
  readonly readCount: number;
  /** Folders of server/src and console/src no rule speaks of; of the console's, its assets are no room. */
  readonly unknownRooms: readonly string[];
  /** Rooms of the server in the rules that no longer exist. The console's are built one after the other. */
  readonly missingRooms: readonly string[];
}

const rulesFile = join(import.meta.dirname, '..', '.dependency-cruiser.cjs');
const sources = ['server/src', 'contract/src', 'console/src'];

/** Runs the direction rules over the sources below `root`, by default this repository. */
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
