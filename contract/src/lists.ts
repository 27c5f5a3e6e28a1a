import { z } from 'zod';

export const pageSizeMax = 200;
export const pageSizeDefault = 50;

const pageSizeFault = `must be a whole number from 1 to ${String(pageSizeMax)}`;

/** Paging of lists: newest rows first. The `next` value of a response is the `cursor` of the following request. */
export const pageQuery = {
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, { error: pageSizeFault })
    .refine((text) => Number(text) <= pageSizeMax, { error: pageSizeFault })
    .optional()
    .meta({
      description: `Rows per page, 1 to ${String(pageSizeMax)}; ${String(pageSizeDefault)} by default.`,
      examples: ['50'],
    }),
  cursor: z.string().max(512).optional().meta({ description: '`next` of the previous page.' }),
};

/** Search text for a list. */
export function searchField(description: string, example: string) {
  return z
    .string()
    .min(1)
    .max(100)
    .optional()
    .meta({ description, examples: [example] });
}

export const plainListQuery = z.strictObject(pageQuery);

/** `{data, next}`: `next` is `null` on the last page. */
export function listOf<Row extends z.ZodType>(row: Row) {
  return z.object({
    data: z.array(row),
    next: z.string().nullable().meta({ description: 'Send it as `cursor` to get the next page; `null` on the last page.' }),
  });
}

export const errorAnswer = z
  .object({
    error: z.object({
      message: z.string().meta({ description: 'What happened and what to do.' }),
      type: z.string(),
      param: z.string().nullable().meta({ description: 'The field at fault.' }),
      code: z.string(),
      reason: z.string().optional().meta({ description: 'Stable name of the refusal, independent of `message`.' }),
      params: z
        .record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]))
        .optional()
        .meta({ description: 'Values in `message` by name, if there is a `reason`.' }),
    }),
  })
  .meta({
    id: 'Error',
    description: 'All errors have this form.',
    examples: [
      {
        error: {
          message: '`daily_cap` must have at most 4 decimal places.',
          type: 'invalid_request_error',
          param: 'daily_cap',
          code: 'invalid_parameter',
        },
      },
    ],
  });
