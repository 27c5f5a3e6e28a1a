import { jsonObject, type Json } from '../../../json/compose.ts';
import type { CacheMark } from '../../shared/hub/hub-request.ts';

/** The most breakpoints that the protocol accepts. */
const marksMax = 4;
/** Turns of the user that receive a breakpoint, from the last one. */
const userTurns = 2;

/** Where a breakpoint can be: a tool or a block. */
export interface Place {
  readonly cache: CacheMark | null;
  readonly takesCache: boolean;
}

function markJson(ttl: CacheMark['ttl']): Json {
  return jsonObject([
    ['type', '"ephemeral"'],
    ['ttl', ttl === null ? null : JSON.stringify(ttl)],
  ]);
}

interface Places {
  readonly tools: readonly Place[];
  readonly system: readonly Place[];
  /** The blocks of each message. */
  readonly messages: readonly { readonly role: string; readonly blocks: readonly Place[] }[];
}

function lastOf(places: readonly Place[]): Place | undefined {
  return places.findLast(({ takesCache }) => takesCache);
}

/** After the tools, after the system prompt, and after the last turns of the user: each is the beginning of later requests. */
function usualPlaces({ tools, system, messages }: Places): (Place | undefined)[] {
  const turns = messages.filter(({ role }) => role === 'user').slice(-userTurns);
  return [lastOf(tools), lastOf(system), ...turns.map(({ blocks }) => lastOf(blocks))];
}

/**
 * The breakpoints of a request: the client's, of which the oldest are left out if there are too many, otherwise the usual ones.
 * @param addsOwn whether requests without breakpoints receive them.
 */
export function cacheMarks(places: Places, addsOwn: boolean): ReadonlyMap<Place, Json> {
  const all = [...places.tools, ...places.system, ...places.messages.flatMap(({ blocks }) => blocks)];
  const marked = all.filter(({ cache }) => cache !== null).slice(-marksMax);
  const chosen = marked.length > 0 || !addsOwn ? marked : usualPlaces(places);
  return new Map(chosen.flatMap((place) => (place === undefined ? [] : [[place, markJson(place.cache?.ttl ?? null)] as const])));
}
