import { globSync } from 'node:fs';
import { join } from 'node:path';

const docs = join(import.meta.dirname, '../../../docs');

/** The pages with a Chinese version, by the path of their English counterpart below docs/. */
export const translatedPages: readonly string[] = globSync('**/*.md', { cwd: join(docs, 'zh') })
  .filter((name) => name !== 'README.md' && name !== 'errors.md')
  .toSorted();

const fence = /^```[^]*?^```$/gm;

/** Code between fences, in order. */
export function codeOf(page: string): readonly string[] {
  return page.match(fence) ?? [];
}

/** Replaces the code blocks of a page with those of another one. */
export function withCodeOf(page: string, other: string): string {
  const [own, wanted] = [codeOf(page), codeOf(other)];
  if (own.length !== wanted.length)
    throw new Error(`docs/zh: a page has ${String(own.length)} blocks of code, its English twin ${String(wanted.length)}`);
  let at = 0;
  return page.replaceAll(fence, () => wanted[at++] ?? '');
}

/** The heading levels of a page, in order. */
export function headingDepths(page: string): readonly number[] {
  return [...page.replaceAll(fence, '').matchAll(/^(#+) /gm)].map(([, signs = '']) => signs.length);
}
