import { errorAnswer } from '@tollgate/contract/admin/lists';
import { modelNameField } from '@tollgate/contract/admin/fields';
import { z } from 'zod';

/** What every route may also answer. */
const faults = { '4xx': errorAnswer, '5xx': errorAnswer };

/** The answers of a route: its own, and the refusals that all have. */
export function answers<Answer extends z.ZodType, Status extends 200 | 201 = 200>(answer: Answer, status?: Status) {
  return { [status ?? 200]: answer, ...faults } as Record<Status, Answer> & typeof faults;
}

export const idParams = z.strictObject({ id: z.string().max(64) });
/** A model's name may hold slashes, so it takes the rest of the path. */
export const modelParams = z.strictObject({ '*': modelNameField });
export const ownerModelParams = z.strictObject({ id: z.string().max(64), '*': modelNameField });
