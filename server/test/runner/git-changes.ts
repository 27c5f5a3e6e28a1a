import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { rangesOf, type Change } from './changes.ts';
import { root } from './imports-of.ts';

/** The output of `git`; `null` without git, or if the commit or file does not exist. */
function gitText(...args: readonly string[]): string | null {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });
  return status === 0 ? stdout : null;
}

/** The same by lines, without empty ones. */
function gitLines(...args: readonly string[]): readonly string[] {
  return (gitText(...args) ?? '').split('\n').filter((line) => line !== '');
}

/** The commit at which this branch left main. */
export function branchPoint(): string {
  for (const main of ['origin/main', 'main']) {
    const [base] = gitLines('merge-base', 'HEAD', main);
    if (base !== undefined) return base;
  }
  return 'HEAD';
}

/** Repository files that differ from a commit, including untracked ones. */
export function changedFiles(since: string): readonly string[] {
  const changed = gitLines('diff', '--name-only', '--no-renames', since, '--');
  return [...new Set([...changed, ...gitLines('ls-files', '--others', '--exclude-standard')])];
}

/** Differences between a commit and the working tree. */
export function changesSince(since: string): readonly Change[] {
  return changedFiles(since).map((path) => {
    const before = gitText('show', `${since}:${path}`);
    const after = existsSync(join(root, path)) ? readFileSync(join(root, path), 'utf8') : '';
    const diff = before === null ? [] : gitLines('diff', '--unified=0', '--no-renames', since, '--', path);
    return { path, before, ranges: before === null ? [] : rangesOf(before, after, diff) };
  });
}
