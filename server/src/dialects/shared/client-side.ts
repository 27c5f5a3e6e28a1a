import type { ClientSide } from '../dialect.ts';

/**
 * For all protocols whose clients send a bearer token, and whose errors are an `error` object with `message`, `type`, `param` and `code`.
 */
export const clientSide: ClientSide = {
  keyPlaces: [{ in: 'bearer' }],
  errorBody: (error) => error.toBody(),
  streamError: (error) => Buffer.from(`data: ${JSON.stringify(error.toBody())}\n\n`),
  keepAlive: Buffer.from(': waiting\n\n'),
};
