import type { Objects } from '../domain/content/objects.ts';

/** Where files that people upload lie, sealed. */
export type UploadedFiles = Pick<Objects, 'put' | 'find' | 'read'>;
