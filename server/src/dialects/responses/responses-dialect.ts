import type { Dialect } from '../dialect.ts';
import { responsesClientSide } from './responses-client-side.ts';
import { responsesRelay } from './responses-relay.ts';

const name = 'responses';

/** Responses: a conversation of items, and streams of numbered events. */
export const responsesDialect: Dialect = {
  name,
  kind: 'chat',
  client: responsesClientSide,
  serves: new Map([[name, responsesRelay]]),
};
