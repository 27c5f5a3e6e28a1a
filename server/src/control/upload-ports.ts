import type { Objects } from '../domain/content/objects.ts';

/** Sealed storage of uploaded files. */
export type UploadedFiles = Pick<Objects, 'put' | 'find' | 'read'>;
