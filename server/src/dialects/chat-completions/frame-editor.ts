import { findMembers } from '../../json/members.ts';
import { memberEdits, spliceText } from '../../json/splice.ts';
import type { AttemptPlan } from '../dialect.ts';

export type Frame = Readonly<Record<string, unknown>>;

interface EditOptions {
  /** Whether this frame shows the usage to the client. */
  readonly keepUsage: boolean;
  /** A field that is removed because usage is nested in it. */
  readonly leaveOut: string | null;
  /** Fields to replace, as JSON text. */
  readonly put: ReadonlyMap<string, string> | null;
}

/**
 * Prepares the frames of one stream for the client. It sets the client's model name and corrects wrong fields. It removes usage that was
 * not requested, padding, and empty `error` fields, whose mere presence one official client treats as an error. Every other character
 * stays.
 */
export class FrameEditor {
  readonly #model: string;
  readonly #modelJson: string;
  readonly #includeUsage: boolean;

  constructor(plan: AttemptPlan) {
    this.#model = plan.model;
    this.#modelJson = JSON.stringify(plan.model);
    this.#includeUsage = plan.includeUsage;
  }

  /** @param text the JSON text of `frame`. */
  edit(frame: Frame, text: string, options: EditOptions): string {
    const isRight = options.leaveOut === null && options.put === null;
    const plain = frame.obfuscation === undefined && frame.error === undefined && isRight;
    const usageStays = frame.usage === undefined || options.keepUsage || (this.#includeUsage && frame.usage === null);
    if (plain && usageStays && frame.model === this.#model) return text;
    return this.#splice(text, options);
  }

  #splice(text: string, options: EditOptions): string {
    const members = findMembers(text);
    const edits = memberEdits(members, ({ name }) => {
      switch (name) {
        case 'model':
          return this.#modelJson;
        case 'usage':
          if (options.keepUsage) return undefined;
          return this.#includeUsage ? 'null' : null;
        case 'obfuscation':
        case 'error':
          return null;
        default:
          return name === options.leaveOut ? null : options.put?.get(name);
      }
    });
    if (options.put === null) return spliceText(text, edits);
    const start = members[0]?.nameStart ?? 0;
    const missing = [...options.put].filter(([name]) => !members.some((member) => member.name === name));
    const added = missing.map(([name, value]) => ({ start, end: start, with: `"${name}":${value},` }));
    return spliceText(text, [...added, ...edits]);
  }
}
