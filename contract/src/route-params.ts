import { z } from 'zod';
import { modelNameField } from './fields.ts';

export const idParams = z.strictObject({ id: z.string().max(64) });
/** A model name can contain slashes, so this parameter matches the rest of the path. */
export const modelParams = z.strictObject({ '*': modelNameField });
export const ownerModelParams = z.strictObject({ id: z.string().max(64), '*': modelNameField });
