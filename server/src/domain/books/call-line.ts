import type { CallRecord } from './call-record.ts';

/** Columns of a call in log files, without the long documents of a record. */
export const callLineFields = [
  ...(['id', 'requestTimeMs', 'keyId', 'subAccountId', 'endpoint', 'model', 'status', 'ending', 'errorCode', 'error'] as const),
  ...(['count', 'streamed', 'inputTokens', 'cachedTokens', 'outputTokens', 'charge', 'priceVersion'] as const),
  ...(['durationMs', 'firstTokenMs', 'sourceIp', 'route'] as const),
] as const satisfies readonly (keyof CallRecord)[];

/** A call as one line of a log file. */
export type CallLine = Pick<CallRecord, (typeof callLineFields)[number]>;
