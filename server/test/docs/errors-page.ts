import { signInErrors } from '@tollgate/contract/people/sign-in-errors';
import { errorCatalogue, type ErrorEntry } from '@tollgate/contract/errors';
import { refusals } from '@tollgate/contract/refusals/all-refusals';
import type { RefusalWords } from '@tollgate/contract/refusals/refusal-words';

const statusTitles: Readonly<Record<number, string>> = {
  400: 'invalid request',
  401: 'no valid key',
  403: 'not allowed for this key',
  404: 'not found',
  405: 'wrong method',
  408: 'request too slow',
  409: 'conflict',
  413: 'body too large',
  415: 'wrong content type',
  416: 'range outside the file',
  417: 'unsupported expectation',
  431: 'headers too large',
  429: 'a limit is reached',
  500: 'internal error',
  503: 'temporarily unavailable',
};

const introduction = `# Errors

This page lists every error of Tollgate and what to do about it. It is for developers who call the API. Every error has the same body,
at every address:

\`\`\`json
{ "error": { "message": "…", "type": "rate_limit_error", "param": null, "code": "rate_limit_exceeded" } }
\`\`\`

Decide by the HTTP status and by \`code\`. \`message\` is for people and may say more than the text below. \`param\` names the wrong
field of the request. Every response has \`x-request-id\`: the id of the call in the log. Give it to support.

Many errors of the console API and the admin API share a code. They carry \`reason\`, which identifies the error, and \`params\`,
the values in its message: \`"reason": "refund_exceeded", "params": {"amount": "12.30"}\`. Both are listed [below](#reasons). A
reason keeps its name and its parameters when its message changes.

**Nothing on this page is charged.** A call is charged only if its response is HTTP 200 and complete.

- **Wait and retry** if a response has \`retry-after\`: after 1 s, 2 s and 4 s, at most 3 times. The official SDKs do this automatically.
- **Do not retry** if a response has \`x-should-retry: false\`: only a change of the cap or of the balance helps.
- **In a stream** that has begun, the status is already 200. The error is then one last event \`data: {"error": …}\` without
  \`[DONE]\`. The connection closes without the last chunk, so clients that ignore the event also see an incomplete response.
  The official SDKs raise it as an error. The call is not charged.
- **499** is in the call log if the client left before the response. Nobody receives it.
`;

function retry(entry: ErrorEntry): string {
  if (entry.shouldRetry === false) return 'no';
  return entry.retryAfterSeconds === undefined ? '' : `after ${String(entry.retryAfterSeconds)} s or as \`retry-after\` says`;
}

function section(status: number, entries: readonly (readonly [string, ErrorEntry])[]): string {
  const rows = entries.map(
    ([code, entry]) => `| \`${code}\` | \`${entry.type}\` | ${entry.message} | ${entry.remedy} | ${retry(entry)} |`,
  );
  const head = '| Code | Type | Message | What to do | Retry |\n| --- | --- | --- | --- | --- |';
  return `## ${String(status)}: ${statusTitles[status] ?? ''}\n\n${head}\n${rows.join('\n')}\n`;
}

/** Codes that occur only at sign-in to the console. */
function signInSection(): string {
  const rows = Object.entries(signInErrors).map(
    ([code, { status, message, remedy }]) => `| \`${code}\` | ${String(status)} | ${message} | ${remedy} |`,
  );
  const head = '| Code | Status | Message | What to do |\n| --- | --- | --- | --- |';
  return `## Signing in to the console\n\nThese codes occur at \`/api/console/auth/…\`, besides the codes above.\n\n${head}\n${rows.join('\n')}\n`;
}

/** The reasons that distinguish refusals with the same code. */
function reasonSection(): string {
  const rows = Object.entries<RefusalWords>(refusals).toSorted(
    ([one, { code }], [other, { code: otherCode }]) => code.localeCompare(otherCode) || one.localeCompare(other),
  );
  const lines = rows.map(([reason, { code, en }]) => `| \`${code}\` | \`${reason}\` | ${en} |`);
  const head = '| Code | Reason | Message, with its parameters in braces |\n| --- | --- | --- |';
  return `## Reasons\n\nThe console API and the admin API use these reasons.\n\n${head}\n${lines.join('\n')}\n`;
}

/** The reference page of all errors, made from the catalogue. */
export function errorsPage(): string {
  const byStatus = new Map<number, [string, ErrorEntry][]>();
  for (const [code, entry] of Object.entries<ErrorEntry>(errorCatalogue)) {
    byStatus.set(entry.status, [...(byStatus.get(entry.status) ?? []), [code, entry]]);
  }
  const statuses = [...byStatus.keys()].sort((a, b) => a - b);
  const sections = statuses.map((status) => section(status, byStatus.get(status) ?? []));
  return [introduction, ...sections, signInSection(), reasonSection()].join('\n');
}
