export type Vectors = readonly (readonly number[])[];

function product(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, value, index) => sum + value * (other[index] ?? 0), 0);
}

/** The cosine of each pair of vectors; 0 for a zero vector. */
export function similarities(vectors: Vectors): readonly (readonly number[])[] {
  const lengths = vectors.map((vector) => Math.sqrt(product(vector, vector)));
  return vectors.map((one, at) =>
    vectors.map((other, index) => {
      const length = (lengths[at] ?? 0) * (lengths[index] ?? 0);
      return length === 0 ? 0 : product(one, other) / length;
    }),
  );
}
