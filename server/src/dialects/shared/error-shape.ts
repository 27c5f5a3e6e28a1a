import type { Shape } from '../../json/document-trimmer.ts';

/** An error inside of an answer is read as it is. */
export const errorShape: Shape = { members: {}, others: () => errorShape, items: () => errorShape };

/** Members of an answer that may say what is wrong in place of it. */
export const errorMembers: Readonly<Record<string, Shape>> = { error: errorShape, detail: errorShape, message: errorShape };
