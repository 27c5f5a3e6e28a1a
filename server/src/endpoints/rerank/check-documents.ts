import { KnownNames } from '../../json/known-names.ts';
import { invalid, isAbsent, isFields, missing, refuseMistakable } from '../shared/checks.ts';

const documentsMax = 1_000;

const documentNames = new KnownNames(['text']);

function checkText(text: unknown, path: string): void {
  if (typeof text !== 'string') throw invalid(path, 'must be a text');
  if (text === '') throw invalid(path, 'must not be empty; leave the document out');
}

function checkDocument(document: unknown, path: string): void {
  if (typeof document === 'string') {
    checkText(document, path);
    return;
  }
  if (!isFields(document)) throw invalid(path, 'must be a text, or an object with `text`');
  refuseMistakable(document, documentNames, () => path);
  if (isAbsent(document.text)) throw missing(`${path}.text`, 'send the text of the document');
  checkText(document.text, `${path}.text`);
}

/** @throws {ApiError} 400 that names the invalid document. */
export function checkDocuments(documents: unknown): void {
  if (isAbsent(documents)) throw missing('documents', 'send a list of texts, or of objects with `text`');
  if (!Array.isArray(documents)) throw invalid('documents', 'must be a list of texts, or of objects with `text`');
  if (documents.length === 0) throw invalid('documents', 'must contain at least one document');
  if (documents.length > documentsMax)
    throw invalid('documents', `must contain at most ${String(documentsMax)} documents: send several requests`);
  for (let position = 0; position < documents.length; position += 1)
    checkDocument(documents[position], `documents[${String(position)}]`);
}
