import { quantitiesOf } from '@tollgate/contract/quantities';
import type { Usage } from '@tollgate/contract/usage';
import { listedTexts, type ListedText } from '../../json/listed-texts.ts';
import type { ScannedBody } from '../../json/scanned-body.ts';
import { addText, type TextCounts } from '../../json/text-count.ts';
import type { Estimate } from '../endpoint.ts';
import { estimatedUsage, typicalPerCharacter, upperPerCharacter } from '../shared/estimated-usage.ts';

/** Tokens that are added for the model around a query and a document. */
const worstTokensPerDocument = 256;

/** Vendors that bill by search count this many documents as one search, and split a long document. */
const documentsPerSearch = 100;
const worstBytesPerPiece = 200;

function withSearches(usage: Usage, searches: number): Usage {
  const { inputTokens, cachedTokens, outputTokens, reasoningTokens } = usage;
  const more = quantitiesOf([['search_unit', Math.ceil(searches)]]);
  return { inputTokens, cachedTokens, outputTokens, reasoningTokens, more };
}

function countTexts(texts: readonly ListedText[]): TextCounts {
  const counts: TextCounts = { wide: 0, narrow: 0 };
  for (const text of texts) {
    if (typeof text === 'string') addText(text, counts);
    else {
      counts.wide += text.wide;
      counts.narrow += text.narrow;
    }
  }
  return counts;
}

function queryOf({ value, members, longStrings }: ScannedBody): ListedText {
  const place = members.get('query')?.nameStart;
  const long = longStrings.find(({ path }) => path.length === 1 && path[0] === place);
  return long ?? (typeof value.query === 'string' ? value.query : '');
}

/**
 * The expected cost of a call: the query is read once with each document. `worst` counts every byte as a token, and everything outside the
 * documents as part of the query.
 */
export function estimateRerank(body: ScannedBody): Estimate {
  const documents = listedTexts(body, 'documents', 'text');
  const read = countTexts(documents);
  const query = countTexts([queryOf(body)]);
  const by = (rate: TextCounts): number =>
    (query.wide * documents.length + read.wide) * rate.wide + (query.narrow * documents.length + read.narrow) * rate.narrow;
  const span = body.members.get('documents');
  const documentBytes = span === undefined ? 0 : span.valueEnd - span.valueStart;
  const worst = documentBytes + (body.bytes.length - documentBytes + worstTokensPerDocument) * documents.length;
  const searches = documents.length / documentsPerSearch;
  const worstSearches = (documents.length + documentBytes / worstBytesPerPiece) / documentsPerSearch;
  return {
    expected: withSearches(estimatedUsage(by(upperPerCharacter), 0), searches),
    worst: withSearches(estimatedUsage(worst, 0), worstSearches),
    input: withSearches(estimatedUsage(by(typicalPerCharacter), 0), searches),
  };
}
