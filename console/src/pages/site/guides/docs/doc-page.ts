/** A page from docs/ as built for the browser: trees of plain values, so that its text can never become markup. */

export type Inline =
  | string
  | { readonly code: string }
  | { readonly strong: readonly Inline[] }
  | { readonly em: readonly Inline[] }
  /** `to` is a URL of this console (`/docs/errors#reasons`) or of another host. */
  | { readonly link: readonly Inline[]; readonly to: string };

type Words = readonly Inline[];

export type DocBlock =
  | { readonly words: Words }
  | { readonly items: readonly (readonly DocBlock[])[]; readonly isOrdered: boolean }
  | { readonly code: string; readonly language: string }
  /** The same sample in several languages. */
  | { readonly samples: readonly { readonly code: string; readonly language: string }[] }
  | { readonly head: readonly Words[]; readonly rows: readonly (readonly Words[])[] };

export interface DocSection {
  /** Equal in both languages; empty for the section below the page title. */
  readonly id: string;
  readonly depth: number;
  readonly title: Words;
  readonly blocks: readonly DocBlock[];
}

export interface DocName {
  /** Path below /docs/. */
  readonly path: string;
  /** Name in the index. */
  readonly name: string;
  /** The question that the page answers. */
  readonly question: string;
}

export interface DocPage extends DocName {
  readonly sections: readonly DocSection[];
}

/** The visible text of blocks, for the search. */
export function textOfWords(words: Words): string {
  return words
    .map((one) => {
      if (typeof one === 'string') return one;
      if ('code' in one) return one.code;
      return textOfWords('strong' in one ? one.strong : 'em' in one ? one.em : one.link);
    })
    .join('');
}

function textOfBlock(block: DocBlock): string {
  if ('words' in block) return textOfWords(block.words);
  if ('items' in block) return block.items.map(textOfBlocks).join(' ');
  if ('code' in block) return block.code;
  if ('samples' in block) return block.samples.map(({ code }) => code).join(' ');
  return [block.head, ...block.rows].map((row) => row.map(textOfWords).join(' · ')).join(' ');
}

export function textOfBlocks(blocks: readonly DocBlock[]): string {
  return blocks.map(textOfBlock).join(' ');
}
