import { StorageStartError } from './storage-error.ts';

/** Refuses a database of a newer program, identified by the last change in each schema. */
export function newerSchema(
  place: string,
  { there, known }: { readonly there: number; readonly known: number },
): StorageStartError {
  return new StorageStartError(
    `The database ${place} was written by a newer version of this program (schema ${String(there)}; this version knows ${String(known)}): start that version, or restore a backup made before the upgrade.`,
  );
}
