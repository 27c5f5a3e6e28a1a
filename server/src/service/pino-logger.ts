import pino from 'pino';
import type { Logger } from '../platform/logger.ts';

/** Header and field names whose values never reach the log, whoever passes them. */
const redacted = ['authorization', 'apiKey', 'api_key', 'key', 'token', 'secret', 'headers.authorization', 'headers.cookie'];

/** One JSON line per event on standard error, so that standard output stays for people and pipes. */
export function createPinoLogger(level: string): Logger {
  return pino(
    { level, base: null, redact: redacted, serializers: { err: pino.stdSerializers.err } },
    pino.destination({ dest: 2, sync: false }),
  );
}
