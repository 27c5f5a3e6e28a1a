import { errorWordsZh } from '@tollgate/contract/error-words-zh';
import { errorCatalogue, type ErrorCode, type ErrorEntry } from '@tollgate/contract/errors';
import { signInErrors, type SignInErrorCode } from '@tollgate/contract/people/sign-in-errors';
import { signInWordsZh } from '@tollgate/contract/people/sign-in-words-zh';
import { refusals } from '@tollgate/contract/refusals/all-refusals';
import type { RefusalWords } from '@tollgate/contract/refusals/refusal-words';
import { errorsPageTexts, type ErrorsPageTexts } from './errors-page-texts.ts';

type Language = keyof typeof errorsPageTexts;

/** Escapes `<` and `|` in a table cell. */
function cell(text: string): string {
  return text.replaceAll('<', String.raw`\<`).replaceAll('|', String.raw`\|`);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function retry(entry: ErrorEntry, t: ErrorsPageTexts): string {
  if (entry.shouldRetry === false) return t.no;
  return entry.retryAfterSeconds === undefined ? '' : t.after(entry.retryAfterSeconds);
}

/** What happened and what to do. */
function wordsOf(code: string, { message, remedy }: ErrorEntry, language: Language): readonly string[] {
  return language === 'en' ? [cell(message), cell(remedy)] : errorWordsZh[code as ErrorCode].map(cell);
}

function section(status: number, entries: readonly (readonly [string, ErrorEntry])[], language: Language): string {
  const t = errorsPageTexts[language];
  const rows = entries.map(([code, entry]) => [
    `\`${code}\``,
    ...wordsOf(code, entry, language),
    retry(entry, t),
    `\`${entry.type}\``,
  ]);
  return `## ${String(status)}${t.colon}${t.statuses[status] ?? ''}\n\n${table(t.head, rows)}\n`;
}

/** Codes that only appear to people who sign in to the console. */
function signInSection(language: Language): string {
  const t = errorsPageTexts[language];
  const rows = Object.entries(signInErrors).map(([code, { status, message, remedy }]) => {
    const words = language === 'en' ? [message, remedy] : [signInWordsZh[code as SignInErrorCode]];
    return [`\`${code}\``, String(status), ...words.map(cell)];
  });
  return `${t.signIn}\n\n${table(t.signInHead, rows)}\n`;
}

/** Reasons of refusals that share a code. */
function reasonSection(language: Language): string {
  const t = errorsPageTexts[language];
  const rows = Object.entries<RefusalWords>(refusals).toSorted(
    ([one, { code }], [other, { code: otherCode }]) => code.localeCompare(otherCode) || one.localeCompare(other),
  );
  const lines = rows.map(([reason, words]) => [`\`${words.code}\``, `\`${reason}\``, cell(words[language])]);
  return `${t.reasons}\n\n${table(t.reasonsHead, lines)}\n`;
}

/** The reference page of all errors, generated from the catalogue. */
export function errorsPage(language: Language): string {
  const byStatus = new Map<number, [string, ErrorEntry][]>();
  for (const [code, entry] of Object.entries<ErrorEntry>(errorCatalogue)) {
    byStatus.set(entry.status, [...(byStatus.get(entry.status) ?? []), [code, entry]]);
  }
  const statuses = [...byStatus.keys()].sort((a, b) => a - b);
  const sections = statuses.map((status) => section(status, byStatus.get(status) ?? [], language));
  return [errorsPageTexts[language].introduction, ...sections, signInSection(language), reasonSection(language)].join('\n');
}
