/** Statuses of errors that a repetition cannot fix. Agents repeat what does not say so, up to ten times. */
export const finalStatuses: ReadonlySet<number> = new Set([400, 401, 403, 404, 413]);
