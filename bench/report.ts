/** Writes what was measured: a table for people, JSON for programs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem } from 'node:os';
import { join } from 'node:path';
import type { Profile } from './bench.ts';
import { isMet, type Figure } from './figure.ts';
import type { Options } from './options.ts';
import type { Share } from './profile.ts';

export interface Run {
  readonly candidate: string;
  readonly startedAt: Date;
  /** Load average over a minute before the run: what else the machine had to do. */
  readonly loadBefore: number;
  readonly options: Options;
  readonly figures: readonly Figure[];
  readonly profiles: readonly Profile[];
  /** Scenarios that could not be measured, and why. */
  readonly faults: Readonly<Record<string, string>>;
}

function number(value: number): string {
  if (!Number.isFinite(value)) return '–';
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(Math.abs(value) >= 10 ? 1 : 2);
}

function judged(figure: Figure, value: number): string {
  if (figure.comparison === 'ratio') return `${number(value)} ×`;
  return `${figure.comparison === 'difference' && value >= 0 ? '+' : ''}${number(value)} ${figure.unit}`;
}

function verdict(figure: Figure): string {
  const met = isMet(figure);
  return met === undefined ? '' : met ? '✓' : '✗';
}

function row(figure: Figure): string {
  const cells = [
    figure.what,
    figure.reference === undefined ? '' : `${number(figure.reference)} ${figure.unit}`,
    `${number(figure.candidate)} ${figure.unit}`,
    judged(figure, figure.value),
    `${number(figure.lowest)} … ${number(figure.highest)}`,
    judged(figure, figure.quietest),
    figure.limit === undefined ? '' : `≤ ${judged(figure, figure.limit)}`,
    verdict(figure),
  ];
  return `| ${cells.join(' | ')} |`;
}

export function figureTable(run: Run): string {
  return [
    `| What | Reference | ${run.candidate} | Judged | Lowest … highest | Quietest rounds | Budget | |`,
    '|---|---|---|---|---|---|---|---|',
    ...run.figures.map(row),
  ].join('\n');
}

export function profileText(profile: Profile): string {
  const list = (shares: readonly Share[]): string =>
    shares.map(({ what, share }) => `${(share * 100).toFixed(1).padStart(5)} %  ${what}`).join('\n');
  return [
    `Scenario "${profile.scenario}", CPU by thread:\n${list(profile.threads)}`,
    `Main thread, self time by room:\n${list(profile.selfTimes.rooms)}`,
    `Main thread, self time by function:\n${list(profile.selfTimes.functions)}`,
  ].join('\n\n');
}

function versionOf(packageFile: string): string {
  const manifest = JSON.parse(readFileSync(new URL(packageFile, import.meta.url), 'utf8')) as { version: string };
  return manifest.version;
}

function machine(): Record<string, string> {
  return {
    processor: `${cpus()[0]?.model.trim() ?? 'unknown'}, ${String(availableParallelism())} cores`,
    memory: `${(totalmem() / 2 ** 30).toFixed(0)} GiB`,
    system: `${process.platform} ${release()} ${process.arch}`,
    node: process.version,
    tollgate: versionOf('../package.json'),
    undici: versionOf('../node_modules/undici/package.json'),
  };
}

function markdown(run: Run): string {
  const facts = Object.entries(machine()).map(([name, value]) => `- ${name}: ${value}`);
  const faults = Object.entries(run.faults).map(([name, fault]) => `- **${name}** could not be measured: ${fault}`);
  const profiles = run.profiles.map((profile) => `\`\`\`text\n${profileText(profile)}\n\`\`\``);
  const mode = run.options.quick ? ' (`--quick`: a look, not a record)' : '';
  return [
    '# Benchmark results',
    `Written by \`npm run bench\`${mode}; what each figure means is in [docs/benchmark.md](../docs/benchmark.md).`,
    [
      `- date: ${run.startedAt.toISOString()}`,
      ...facts,
      `- load average before: ${run.loadBefore.toFixed(2)}`,
      `- rounds: ${String(run.options.rounds)}`,
    ].join('\n'),
    figureTable(run),
    ...(faults.length > 0 ? [faults.join('\n')] : []),
    ...(profiles.length > 0 ? ['## Where the time goes', ...profiles] : []),
    '',
  ].join('\n\n');
}

/** Writes `results.md` and `results.json` into a folder. */
export function writeResults(folder: string, run: Run): void {
  writeFileSync(join(folder, 'results.md'), markdown(run).trimEnd() + '\n');
  const { options, ...rest } = run;
  // A key of another gateway is a secret and no part of a result.
  const json = { machine: machine(), ...rest, options: { ...options, foreign: options.foreign?.base } };
  writeFileSync(join(folder, 'results.json'), `${JSON.stringify(json, undefined, 2)}\n`);
}
