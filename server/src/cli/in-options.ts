import type { OptionSpec } from './verb.ts';

/** One entry of a list, by its index. */
const entryOf = (field: string): RegExp => new RegExp(`\`${RegExp.escape(field)}\\[(\\d+)\\]\``, 'g');

/** If a refusal of the gateway names fields, replaces them with the options of the command. */
export function inOptions(message: string, specs: readonly OptionSpec[]): string {
  return specs.reduce((said, { flags, field }) => {
    const flag = flags.split(' ', 1).join('');
    return said
      .replaceAll(`\`${field}\` to true`, `${flag} yes`)
      .replaceAll(`\`${field}\``, flag)
      .replaceAll(`\`${field}.`, `\`${flag} `)
      .replaceAll(entryOf(field), (_, at: string) => `${flag} (entry ${String(Number(at) + 1)})`)
      .replaceAll(` (${field}) [`, ` (${flag}) [`);
  }, message);
}
