import { parseArgs } from 'node:util';

export const scenarioNames = [
  'start',
  'cpu',
  'many',
  'stream',
  'latency',
  'streams',
  'translated',
  'body',
  'embed',
  'nodes',
  'signin',
] as const;
export type ScenarioName = (typeof scenarioNames)[number];

export interface Options {
  readonly only: readonly ScenarioName[];
  /** Measurements of each target per scenario. */
  readonly rounds: number;
  /** Scales counts and durations; 1 is the full run. */
  readonly scale: number;
  readonly quick: boolean;
  readonly profile: boolean;
  /** The reference in both roles: every ratio must come out near 1. */
  readonly selfCheck: boolean;
  readonly logRows: number;
  /** Another gateway in place of ours. */
  readonly foreign?: { readonly base: string; readonly key: string; readonly model: string; readonly pid?: number };
  /** 0 picks a free port. */
  readonly upstreamPort: number;
  /** Folder results.md and results.json are written to; a part of a run or another target does not overwrite ours. */
  readonly out?: string;
}

export const usage = `Usage: npm run bench -- [options]
  --only a,b      only these of: ${scenarioNames.join(', ')}
  --rounds N      measurements of each side per scenario (5; 2 with --quick)
  --quick         shorter measurements, for a look and not for a record
  --log-rows N    call records made beforehand in the scenarios many and start (200000; 20000 with --quick)
  --profile       also profiles the gateway and names the functions that use the time
  --self-check    puts the reference proxy in both roles: shows the noise of the bench itself
  --target URL    measures the gateway at this base address (ends with /v1) in place of ours; with
    --key K --model M      what to call it with
    --pid P                its process on this machine, for CPU and memory
  --upstream-port N   port of the scripted upstream (any free one; 4010 with --target)
  --out FOLDER    where to write results.md and results.json (bench/ after a full run of ours, else nowhere)
`;

/** Thrown for a command line that makes no sense; the message says why. */
export class OptionError extends Error {
  override readonly name = 'OptionError';
}

function whole(name: string, text: string | undefined, otherwise: number): number {
  if (text === undefined) return otherwise;
  if (!/^\d{1,9}$/.test(text)) throw new OptionError(`--${name} must be a whole number`);
  return Number(text);
}

function scenarios(text: string | undefined): ScenarioName[] {
  if (text === undefined) return [...scenarioNames];
  const asked = text.split(',');
  const unknown = asked.filter((name) => !scenarioNames.some((known) => known === name));
  if (unknown.length > 0) throw new OptionError(`unknown scenario: ${unknown.join(', ')}; known: ${scenarioNames.join(', ')}`);
  return scenarioNames.filter((name) => asked.includes(name));
}

function foreignTarget(values: { target?: string; key?: string; model?: string; pid?: string }): Pick<Options, 'foreign'> {
  const { target, key, model, pid } = values;
  if (target === undefined) return {};
  if (key === undefined || model === undefined) throw new OptionError('--target needs --key and --model');
  if (!URL.canParse(target) || !target.startsWith('http://')) throw new OptionError('--target must be an http:// address');
  const base = target.replace(/\/+$/, '');
  return { foreign: { base, key, model, ...(pid === undefined ? {} : { pid: whole('pid', pid, 0) }) } };
}

/** @throws {OptionError} */
export function parseOptions(args: string[]): Options {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean', default: false } as const;
  const { values } = parseArgs({
    args,
    options: {
      only: text,
      rounds: text,
      'log-rows': text,
      target: text,
      key: text,
      model: text,
      pid: text,
      out: text,
      'upstream-port': text,
      quick: flag,
      profile: flag,
      'self-check': flag,
    },
  });
  const quick = values.quick;
  const rounds = whole('rounds', values.rounds, quick ? 2 : 5);
  if (rounds === 0) throw new OptionError('--rounds must be at least 1');
  return {
    only: scenarios(values.only),
    rounds,
    scale: quick ? 0.2 : 1,
    quick,
    profile: values.profile,
    selfCheck: values['self-check'],
    logRows: whole('log-rows', values['log-rows'], quick ? 20_000 : 200_000),
    ...foreignTarget(values),
    upstreamPort: whole('upstream-port', values['upstream-port'], values.target === undefined ? 0 : 4010),
    ...(values.out === undefined ? {} : { out: values.out }),
  };
}
