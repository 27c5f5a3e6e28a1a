import pino from 'pino';
import type { Logger } from '../platform/logger.ts';

/** Header and field names whose values never reach the log, whoever passes them. */
const redacted = ['authorization', 'apiKey', 'api_key', 'key', 'token', 'secret', 'headers.authorization', 'headers.cookie'];
/** Of lines that nobody takes; further ones are lost. */
const waitingBytesMax = 1024 * 1024;

/** One JSON line per event on standard error, so that standard output stays for people and pipes. Where it cannot be written, the service goes on without. */
export function createPinoLogger(level: string): Logger {
  const destination = pino.destination({ dest: 2, sync: false, maxLength: waitingBytesMax });
  let isBroken = false;
  destination.on('error', () => {
    isBroken = true;
  });
  destination.on('write', () => {
    isBroken = false;
  });
  // What waits is written when the process ends; on a full disk the library would try for ever.
  const dropRest = (): void => undefined;
  process.prependListener('exit', () => {
    if (isBroken) destination.flushSync = dropRest;
  });
  return pino({ level, base: null, redact: redacted, serializers: { err: pino.stdSerializers.err } }, destination);
}
