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

/** What the direction check saw of a tree. */
export interface CruisedTree {
  readonly violations: readonly Violation[];
  /** TypeScript files on disk that the cruise did not read; anything but none means that the check proves nothing. */
  readonly unread: readonly string[];
  /** How many TypeScript files were read. */
  readonly readCount: number;
  /** Folders of server/src no rule speaks of, and rooms in the rules that no longer exist. */
  readonly unknownRooms: readonly string[];
  readonly missingRooms: readonly string[];
}

const rulesFile = join(import.meta.dirname, '..', '.dependency-cruiser.cjs');
const sources = ['server/src', 'contract/src'];

/**
 * Runs the direction rules over `server/src` and `contract/src` below `root` (by default this repository), and over
 * folders that hold TypeScript in some trees only.
 */
export async function cruiseTree(root = join(import.meta.dirname, '..'), more: readonly string[] = []): Promise<CruisedTree> {
  const configuration = await extractConfig(rulesFile);
  const { options, ...ruleSet } = configuration;
  const onDisk = sources.flatMap((folder) => typeScriptFiles(root, folder));
  const tsConfigFile = join(import.meta.dirname, '..', 'server', 'tsconfig.json');
  const answer = await cruise(
    [...sources, ...more],
    { ...options, ruleSet, validate: true, baseDir: root },
    options?.enhancedResolveOptions ?? {},
    { tsConfig: extractTypeScriptConfig(tsConfigFile) },
  );
  const result = answer.output as ICruiseResult;
  const read = new Set(result.modules.map((module) => module.source));
  const ruleNames = (ruleSet.forbidden ?? []).map((rule) => rule.name ?? '');
  const ruledRooms = ruleNames.flatMap((name) => /^room-(.+)-imports-only-its-own$/.exec(name)?.[1] ?? []);
  const actualRooms = roomsOf(root);
  return {
    violations: result.summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
    unread: onDisk.filter((file) => !read.has(file)),
    readCount: onDisk.filter((file) => read.has(file)).length,
    unknownRooms: actualRooms.filter((room) => !ruledRooms.includes(room)),
    missingRooms: ruledRooms.filter((room) => !actualRooms.includes(room)),
  };
}

function roomsOf(root: string): string[] {
  const entries = readdirSync(join(root, 'server/src'), { withFileTypes: true });
  return entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
}

function typeScriptFiles(root: string, folder: string): string[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return files.filter((file) => file.endsWith('.ts')).map((file) => `${folder}/${file.replaceAll('\\', '/')}`);
}
