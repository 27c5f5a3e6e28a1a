import type { OptionSpec } from './verb.ts';

/** Names the options of a command if a refusal of the gateway names their fields. */
export function inOptions(message: string, specs: readonly OptionSpec[]): string {
  return specs.reduce((said, { flags, field }) => {
    const flag = flags.split(' ', 1).join('');
    return said
      .replaceAll(`\`${field}\` to true`, `${flag} yes`)
      .replaceAll(`\`${field}\``, flag)
      .replaceAll(` (${field}) [`, ` (${flag}) [`);
  }, message);
}
