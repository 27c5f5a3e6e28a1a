import { globSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../..');
/** Folders to which paths in documents can be relative. */
const bases = ['', 'server/src/', 'server/test/'];
const ours = '{.ci,bench,console,contract,docs,server,tools}';

const present: readonly string[] = globSync(['{*,.*}', `${ours}/**`], {
  cwd: root,
  exclude: ['**/node_modules/**', 'node_modules'],
});

/** Matches code in a document that is meant as a path of this repository. */
const isPath =
  /^(?!https?:)[\w.<*][\w.<>*/…-]*(?:\/|\.(?:ts|lua|mjs|cjs|md|json))$|^(?:server|contract|tools|docs|bench|console)\/\S+$/;

/** The repository paths in the code spans of a text. */
export function namedPaths(text: string): readonly string[] {
  return [...text.replaceAll(/^```[^]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)]
    .map(([, code = '']) => code)
    .filter((code) => isPath.test(code));
}

function patternOf(path: string): string {
  return path
    .replace(/\/$/, '')
    .replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll(/<[^>]+>/g, '[^/]+')
    .replaceAll('**/', '(?:.+/)?')
    .replaceAll(/(?<![+)])\*/g, '[^/]*');
}

/**
 * Whether a file or folder exists at that path, relative to the root, the sources, the tests or the document's folder. `<name>` matches any
 * name, and a bare file name matches in any folder.
 */
export function isThere(path: string, documentFolder: string): boolean {
  const isBareFile = !path.includes('/') && path !== '';
  const starts = [...bases, `${documentFolder}/`.replace(/^\.?\/$/, '')].map((base) => base.replaceAll('.', String.raw`\.`));
  const pattern = new RegExp(`^(?:${starts.join('|')}${isBareFile ? '|.*/' : ''})${patternOf(path)}$`);
  return present.some((file) => pattern.test(file));
}
