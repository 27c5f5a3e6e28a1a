import type { Engine } from './engine.ts';
import { StorageError } from './storage-error.ts';

function refuse(): Promise<never> {
  return Promise.reject(new StorageError('row', 'this connection only reads'));
}

/** An engine for readers, such as a thread that writes files. */
export function readOnlyEngine(part: Pick<Engine, 'sql' | 'read' | 'close'>): Engine {
  return { ...part, snapshot: refuse, write: refuse, commitGroup: refuse, backup: refuse };
}
