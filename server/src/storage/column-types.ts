import type { ColumnType } from 'kysely';

export type Whole = ColumnType<bigint, bigint | number, bigint | number>;
export type WholeOrNull = ColumnType<bigint | null, bigint | number | null | undefined, bigint | number | null>;
export type WholeWithDefault = ColumnType<bigint, bigint | number | undefined, bigint | number>;
export type TextOrNull = ColumnType<string | null, string | null | undefined, string | null>;
export type Bytes = ColumnType<Uint8Array, Uint8Array, Uint8Array>;
export type BytesOrNull = ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>;
/** Numbered by the engine. */
export type Sequence = ColumnType<bigint, never, never>;
/** One word of a fixed list. */
export type WordOrNull<Word extends string> = ColumnType<Word | null, Word | null | undefined, Word | null>;
