import type { Json } from '../../../json/compose.ts';
import { listedTexts } from '../../../json/listed-texts.ts';
import type { ScannedBody } from '../../../json/scanned-body.ts';

/** The client's request in the terms that all rerank protocols share. Texts are already JSON. */
export interface RerankQuery {
  readonly query: Json;
  readonly documents: readonly Json[];
  /** The number of requested documents: all of them unless fewer were requested. */
  readonly topN: number;
  readonly returnDocuments: boolean;
  readonly body: ScannedBody;
}

/** Reads a checked request. */
export function readRerankQuery(body: ScannedBody): RerankQuery {
  const { bytes, value } = body;
  const documents = listedTexts(body, 'documents', 'text').map((text) =>
    typeof text === 'string' ? JSON.stringify(text) : bytes.subarray(text.start - 1, text.end + 1),
  );
  const { top_n: topN, return_documents: returnDocuments } = value;
  return {
    query: asSent(body, 'query') ?? '""',
    documents,
    topN: typeof topN === 'number' ? Math.min(topN, documents.length) : documents.length,
    returnDocuments: returnDocuments === true,
    body,
  };
}

/** The value of a field as the client wrote it; `null` if it is absent. */
export function asSent({ bytes, members, value }: ScannedBody, name: string): Json | null {
  const span = members.get(name);
  if (span === undefined || value[name] === null || value[name] === undefined) return null;
  return bytes.subarray(span.valueStart, span.valueEnd);
}
