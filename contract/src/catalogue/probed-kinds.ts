/** Model kinds whose test call costs a fraction of a cent. */
export const cheapKinds = ['chat', 'embedding', 'rerank'] as const;
/** Excludes music: one song costs as much as thousands of other test calls and takes minutes. */
export const testedKinds = [...cheapKinds, 'image'] as const;

/** Who has to change what before the operation works; its words are in the console. */
export const probeCauses = [
  'no_connection',
  'no_answer',
  'path',
  'key',
  'model',
  'protocol',
  'request',
  'rate',
  'upstream',
] as const;
export type ProbeCause = (typeof probeCauses)[number];

/** Keys of one test: each is called several times. */
export const testedKeysMax = 20;
