import type { Shape } from '../../json/document-trimmer.ts';

/** An error inside of an answer is read as it is. */
export const errorShape: Shape = { members: {}, others: () => errorShape, items: () => errorShape };

/** Members of an answer that may contain an error instead of a result. */
export const errorMembers: Readonly<Record<string, Shape>> = { error: errorShape, detail: errorShape, message: errorShape };
