import { Command, CommanderError, Option } from 'commander';
import { createAdminClient } from './admin-client.ts';
import { CommandFault, UsageFault } from './fault.ts';
import { inOptions } from './in-options.ts';
import { accounts } from './nouns/accounts.ts';
import { calls, strays, usage } from './nouns/calls.ts';
import { keys } from './nouns/keys.ts';
import { mails } from './nouns/mails.ts';
import { models } from './nouns/models.ts';
import { operators } from './nouns/operators.ts';
import { plans } from './nouns/plans.ts';
import { audit, auditLog, backup, bench, environment, status } from './nouns/operations.ts';
import { providers } from './nouns/providers.ts';
import { subAccounts } from './nouns/sub-accounts.ts';
import { Session } from './session.ts';
import { setField, type Noun, type OptionSpec, type Verb } from './verb.ts';

const nouns: readonly Noun[] = [
  accounts,
  subAccounts,
  keys,
  providers,
  models,
  plans,
  calls,
  usage,
  audit,
  auditLog,
  backup,
  environment,
  strays,
  mails,
  operators,
  status,
  bench,
];

/** The parts of a process that a command line needs. */
export interface World {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdout: { write(text: string): unknown };
  readonly stderr: { write(text: string): unknown };
}

/**
 * Runs one command against the admin API.
 * @returns the exit code: 0 done, 1 refused or failed, 2 entered incorrectly.
 */
export async function runCommandLine(args: readonly string[], world: World): Promise<number> {
  try {
    await createProgram(world).parseAsync(args, { from: 'user' });
    return 0;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
    if (!(error instanceof CommandFault) && !(error instanceof UsageFault)) throw error;
    world.stderr.write(`${error.message}\n`);
    return error instanceof UsageFault ? 2 : 1;
  }
}

function createProgram(world: World): Command {
  const program = new Command('tollgate')
    .description('Administers a running gateway at TOLLGATE_URL (default: http://127.0.0.1:8080).')
    .usage('<noun> <verb> [options]')
    .option('--json', 'print the response of the gateway as JSON')
    .exitOverride()
    .showHelpAfterError('(see --help)')
    .configureOutput({
      writeOut: (text) => world.stdout.write(text),
      writeErr: (text) => world.stderr.write(text),
    });
  for (const noun of nouns) addNoun(program, noun, world);
  return program;
}

function addNoun(program: Command, noun: Noun, world: World): void {
  if (!('usage' in noun.verbs)) {
    const parent = program.command(noun.name).description(noun.about);
    for (const verb of noun.verbs) addVerb(parent, verb, program, world);
    return;
  }
  addVerb(program, noun.verbs, program, world);
}

function addVerb(parent: Command, verb: Verb, program: Command, world: World): void {
  const command = parent.command(verb.usage).description(verb.about);
  const specs = verb.options ?? [];
  for (const spec of specs) command.addOption(describeOption(spec));
  command.action(async () => {
    const json = program.opts<{ json?: boolean }>().json === true;
    const output = { json, write: (text: string) => void world.stdout.write(text) };
    const session = new Session(
      createAdminClient(world.env, (text) => world.stderr.write(text)),
      world.env,
      output,
    );
    try {
      await verb.run(session, { args: command.args, fields: fieldsOf(specs, command) });
    } catch (error) {
      throw error instanceof CommandFault ? new CommandFault(inOptions(error.message, specs), { cause: error }) : error;
    }
  });
}

/** An option's value, boxed because commander turns a bare `null` into an empty text. */
interface Boxed {
  readonly values: readonly unknown[];
}

function describeOption(spec: OptionSpec): Option {
  return new Option(spec.flags, spec.about).argParser((text, before: Boxed | undefined): Boxed => ({
    values: [...(before?.values ?? []), spec.read(text)],
  }));
}

/** The given options, under the names of the admin API. */
function fieldsOf(specs: readonly OptionSpec[], command: Command): Record<string, unknown> {
  const given = command.opts<Record<string, Boxed | undefined>>();
  const fields: Record<string, unknown> = {};
  for (const spec of specs) {
    const values = given[new Option(spec.flags).attributeName()]?.values;
    if (values !== undefined) setField(fields, spec.field, spec.repeated === true ? values : values.at(-1));
  }
  return fields;
}
