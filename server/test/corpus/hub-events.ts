import type { HubEvent } from '../../src/dialects/shared/hub/hub-event.ts';

/** Neighbouring texts of a part as one: how they are split says nothing. */
export function joined(events: readonly HubEvent[]): HubEvent[] {
  const found: HubEvent[] = [];
  for (const event of events) {
    const last = found.at(-1);
    if (event.kind === 'text' && last?.kind === 'text' && last.at === event.at)
      found.splice(-1, 1, { ...event, text: last.text + event.text });
    else found.push(event);
  }
  return found;
}
