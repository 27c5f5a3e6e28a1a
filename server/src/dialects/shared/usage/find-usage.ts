import { member } from './usage-figures.ts';

type Frame = Readonly<Record<string, unknown>>;

/**
 * Fields in which upstreams are known to nest their usage, and the name under which they do. Without a name, the field itself is the usage.
 * Any other nested usage means something else, and may be the client's own data returned (`metadata`).
 */
const nestingMembers = [
  ['x_groq', 'usage'],
  ['amazon-bedrock-invocationMetrics', null],
] as const;

function isReport(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** The field in which this answer nests its usage, or `null`. */
export function nestedUsageMember(frame: Frame): string | null {
  for (const [name, within] of nestingMembers) {
    const found = within === null ? frame[name] : member(frame[name], within);
    if (isReport(found)) return name;
  }
  return null;
}

/** The usage inside the field that nests it. */
function nestedUsage(frame: Frame, name: string): unknown {
  const value = frame[name];
  return member(value, 'usage') ?? value;
}

/** The usage inside a choice; the last one if there are several. */
function usageOfChoices(choices: readonly unknown[]): unknown {
  return choices.map((choice) => member(choice, 'usage')).findLast(isReport);
}

/** The usage of a whole response, in any known place. */
export function usageOfAnswer(answer: Frame, choices: readonly unknown[]): unknown {
  if (answer.usage !== undefined && answer.usage !== null) return answer.usage;
  const nested = nestedUsageMember(answer);
  return nested === null ? usageOfChoices(choices) : nestedUsage(answer, nested);
}
