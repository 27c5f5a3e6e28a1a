import type { ScannedBody } from '../../json/scanned-body.ts';
import { memberEdits, splice } from '../../json/splice.ts';
import type { AttemptPlan, RelayState, ReportedUsage, StreamRelay } from '../dialect.ts';
import type { UpstreamRefusal } from '../upstream-refusal.ts';
import type { EventPrefix } from '../shared/images/whole-as-event.ts';
import { findReportedError } from '../shared/reported-error.ts';
import { isPicture } from './base64-check.ts';
import { LargeEvents, type LargeEvent } from './large-events.ts';
import { readUsage } from './read-usage.ts';

const steps = /^image_(?:generation|edit)\.(partial_image|completed)$/;

function run<Result>(generator: Generator<undefined, Result>): Result {
  for (;;) {
    const next = generator.next();
    if (next.done === true) return next.value;
  }
}

/** Whether an event contains an image. `value` holds only the beginning of a long one, so this reads the bytes. */
function hasImage({ bytes, members, value }: ScannedBody): boolean {
  const span = members.get('b64_json');
  if (span === undefined || typeof value.b64_json !== 'string') return false;
  return run(isPicture(bytes, span.valueStart + 1, span.valueEnd - 1));
}

/**
 * One image that is sent while it is generated: events with partial images, then the event with the whole image and the usage. Only that
 * event completes the stream. Anything else that an upstream sends in between is dropped.
 */
export class ImageStream implements StreamRelay {
  state: RelayState = 'open';
  tail: Buffer | null = null;
  fault: string | null = null;
  refusal: UpstreamRefusal | undefined;
  usage: ReportedUsage = { kind: 'none' };
  readonly text = { wide: 0, narrow: 0 };
  /** Leaving early costs as much as the whole image, because the last partial images are as good as the final one. */
  readonly delivered = 1;
  readonly #events = new LargeEvents();
  readonly #plan: AttemptPlan;
  readonly #prefix: EventPrefix;

  constructor(plan: AttemptPlan, prefix: EventPrefix) {
    this.#plan = plan;
    this.#prefix = prefix;
  }

  get endedNaturally(): boolean {
    return this.state === 'complete';
  }

  get keptBytes(): number {
    return this.#events.keptBytes;
  }

  push(chunk: Buffer): Buffer | null {
    if (this.state !== 'open') return null;
    const out: Buffer[] = [];
    for (const event of this.#events.push(chunk)) this.#read(event, out);
    if (this.#events.fault !== null) this.#break(this.#events.fault);
    return out.length === 0 ? null : Buffer.concat(out);
  }

  end(): void {
    this.#break('the stream ended before its image was complete');
  }

  #read(event: LargeEvent, out: Buffer[]): void {
    if (this.state !== 'open') return;
    if (event === null) {
      this.end();
      return;
    }
    const error = findReportedError(event.value, 'data');
    if (error !== null || event.value.type === 'error') {
      this.#break(error?.fault ?? 'the upstream reported an error', error?.refusal);
      return;
    }
    const [, step] = steps.exec(String(event.value.type)) ?? [];
    if (step === undefined) return;
    if (!hasImage(event)) this.#break('an image of the stream is no picture in base64');
    else if (step === 'partial_image') out.push(this.#written(event, step));
    else {
      this.usage = readUsage(event.value.usage);
      this.tail = this.#written(event, step);
      this.state = 'complete';
    }
  }

  /** The event with the name of the client's operation and the client's model name. */
  #written({ bytes, members }: ScannedBody, step: string): Buffer {
    const type = `${this.#prefix}.${step}`;
    const edits = memberEdits([...members.values()], ({ name }) => {
      if (name === 'type') return JSON.stringify(type);
      if (name === 'model') return JSON.stringify(this.#plan.model);
      return name === 'error' ? null : undefined;
    });
    const json = splice(bytes, edits);
    const object = json.subarray(json.indexOf('{'), json.lastIndexOf('}') + 1);
    return Buffer.concat([Buffer.from(`event: ${type}\ndata: `), object, Buffer.from('\n\n')]);
  }

  #break(fault: string, refusal?: UpstreamRefusal): void {
    if (this.state !== 'open') return;
    this.state = 'broken';
    this.fault = fault;
    this.refusal = refusal;
  }
}
