import pino from 'pino';
import type { Logger } from '../platform/logger.ts';

/** Header and field names whose values never appear in the log, regardless of the caller. */
const redacted = [
  'authorization',
  'apiKey',
  'api_key',
  'key',
  'token',
  'secret',
  'headers.authorization',
  'headers.cookie',
  'headers["x-api-key"]',
];
/** Maximum size of unwritten lines; further ones are lost. */
const waitingBytesMax = 1024 * 1024;

/**
 * Writes one JSON line per event to standard error, so that standard output stays for people and pipes. If it cannot be written, the
 * service continues without it.
 */
export function createPinoLogger(level: string): Logger {
  const destination = pino.destination({ dest: 2, sync: false, maxLength: waitingBytesMax });
  let isBroken = false;
  destination.on('error', () => {
    isBroken = true;
  });
  destination.on('write', () => {
    isBroken = false;
  });
  // Waiting lines are written when the process ends; on a full disk the library would retry endlessly.
  const dropRest = (): void => undefined;
  process.prependListener('exit', () => {
    if (isBroken) destination.flushSync = dropRest;
  });
  return pino({ level, base: null, redact: redacted, serializers: { err: pino.stdSerializers.err } }, destination);
}
