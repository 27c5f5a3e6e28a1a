import type { Dialect } from '../dialect.ts';
import { responsesClientSide } from './responses-client-side.ts';

/** Responses: a conversation of items, and streams of numbered events. */
export const responsesDialect: Dialect = { name: 'responses', kind: 'chat', client: responsesClientSide, serves: new Map() };
