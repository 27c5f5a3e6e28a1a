import { StorageStartError } from '../storage-error.ts';
import { sqlState } from './fault.ts';
import { SoleNodeTaken } from './sole-node.ts';

/** The oldest supported server version; older ones no longer get fixes. */
export const oldestServer = 140_000;

const setting = 'TOLLGATE_DATABASE_URL';

/** By SQLSTATE. */
const states: Record<string, (place: string) => string> = {
  '28P01': (place) => `The database ${place} refuses this user name or password: correct them in ${setting}.`,
  '28000': (place) =>
    `The database ${place} does not let this user in from here: allow it in pg_hba.conf, or add ?sslmode=require to ${setting} if the server wants encryption.`,
  '3D000': (place) => `The database ${place} does not exist: create it with createdb, or correct its name in ${setting}.`,
  '42501': (place) =>
    `The user may not change the database ${place}: make it the owner of the database, or grant it "create" on the schema.`,
  '3F000': (place) => `The database ${place} has no schema to work in: create the schema that the search path names.`,
  '53300': (place) => `The database ${place} has no connection left: raise max_connections, or end other clients.`,
  '57P03': (place) => `The database ${place} is starting up or shutting down: start again in a moment.`,
  '25006': (place) => `The database ${place} is read-only: name the primary server in ${setting}, not a standby.`,
  '55P03': (place) => `The schema of the database ${place} is being changed by another process for minutes: start again later.`,
  '53100': (place) => `The disk of the database ${place} is full: make space there, then start again.`,
};

const certificate = /^(SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|CERT_|ERR_TLS_CERT)/;

function connectionSentence(code: string, message: string, place: string): string {
  if (message.includes('does not support SSL'))
    return `The database ${place} does not speak SSL, which ${setting} asks for: switch it on there (ssl = on), or remove sslmode from ${setting}.`;
  if (certificate.test(code))
    return `The certificate of the database ${place} cannot be verified (${message}): name its authority by sslrootcert in ${setting}.`;
  if (code === 'ENOENT' && message.includes('open'))
    return `A certificate named in ${setting} cannot be read (${message}): correct the path.`;
  return `The database ${place} cannot be reached (${message || code}): check that the server runs and that ${setting} names it.`;
}

/** Why the database cannot be used, in one sentence without the password. */
export function startErrorOf(error: unknown, place: string): StorageStartError {
  if (error instanceof StorageStartError) return error;
  if (error instanceof SoleNodeTaken)
    return new StorageStartError(
      `The database ${place} is in use by another running process: stop it first, or set TOLLGATE_REDIS_URL for both, so that they share the work.`,
      error,
    );
  const message = error instanceof Error ? error.message : String(error);
  const state = sqlState(error);
  if (state !== null) {
    const sentence = states[state]?.(place) ?? `The database ${place} cannot be prepared (${message}, SQLSTATE ${state}).`;
    return new StorageStartError(sentence, error);
  }
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  return new StorageStartError(connectionSentence(code, message, place), error);
}
