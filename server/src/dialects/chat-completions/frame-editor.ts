import { findMembers } from '../../json/members.ts';
import { memberEdits, spliceText } from '../../json/splice.ts';
import type { AttemptPlan } from '../dialect.ts';

export type Frame = Readonly<Record<string, unknown>>;

/** What a frame written by a serializer that keeps `usage` last ends with. */
const emptyUsageEnd = ',"usage":null}';

interface EditOptions {
  /** The frame is the one that shows usage to the client. */
  readonly keepUsage: boolean;
  /** A member that is left out because usage is nested in it. */
  readonly leaveOut: string | null;
}

/**
 * Makes the frames of one stream fit for the client: its own name for the model, no usage it did not ask for, no padding,
 * no empty `error` (one official client takes its mere presence for an error). Every other character stays.
 */
export class FrameEditor {
  readonly #model: string;
  readonly #modelJson: string;
  readonly #includeUsage: boolean;
  /** Frames of one stream begin alike; the beginning up to the model's name is edited once. */
  #head = '';
  #headModel = '';
  #editedHead = '';

  constructor(plan: AttemptPlan) {
    this.#model = plan.model;
    this.#modelJson = JSON.stringify(plan.model);
    this.#includeUsage = plan.includeUsage;
  }

  /** @param text the JSON text of `frame`. */
  edit(frame: Frame, text: string, options: EditOptions): string {
    const plain = frame.obfuscation === undefined && frame.error === undefined && options.leaveOut === null;
    const usageStays = frame.usage === undefined || options.keepUsage || (this.#includeUsage && frame.usage === null);
    if (!plain) return this.#splice(text, options);
    if (usageStays && (frame.model === undefined || frame.model === this.#model)) return text;
    return this.#editAlike(frame, text, usageStays) ?? this.#splice(text, options);
  }

  #editAlike(frame: Frame, text: string, usageStays: boolean): string | null {
    if (this.#head === '' || frame.model !== this.#headModel || !text.startsWith(this.#head)) return null;
    if (usageStays) return this.#editedHead + text.slice(this.#head.length);
    // In valid JSON this ending can be nothing but the last member of the outermost object.
    if (this.#includeUsage || !text.endsWith(emptyUsageEnd)) return null;
    return `${this.#editedHead}${text.slice(this.#head.length, -emptyUsageEnd.length)}}`;
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
          return name === options.leaveOut ? null : undefined;
      }
    });
    if (this.#head === '') this.#learn(text, members);
    return spliceText(text, edits);
  }

  /** Only if nothing but the name of the model changes up to there. */
  #learn(text: string, members: ReturnType<typeof findMembers>): void {
    const position = members.findIndex(({ name }) => name === 'model');
    const model = members[position];
    if (model === undefined || !members.slice(0, position).every(({ name }) => unedited.has(name))) return;
    const value: unknown = JSON.parse(text.slice(model.valueStart, model.valueEnd));
    if (typeof value !== 'string') return;
    this.#headModel = value;
    this.#head = text.slice(0, model.valueEnd);
    this.#editedHead = text.slice(0, model.valueStart) + this.#modelJson;
  }
}

const unedited: ReadonlySet<string> = new Set(['id', 'object', 'created', 'system_fingerprint', 'service_tier', 'provider']);
