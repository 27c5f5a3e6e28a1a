import type { Shape } from '../../json/document-trimmer.ts';

/** An error inside an answer is parsed completely. */
export const errorShape: Shape = { members: {}, others: () => errorShape, items: () => errorShape };

/** Fields of an answer that may contain an error instead of a result. */
export const errorMembers: Readonly<Record<string, Shape>> = { error: errorShape, detail: errorShape, message: errorShape };
