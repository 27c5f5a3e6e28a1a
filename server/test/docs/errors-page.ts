import { signInErrors } from '@tollgate/contract/people/sign-in-errors';
import { errorCatalogue, type ErrorEntry } from '@tollgate/contract/errors';
import { refusals } from '@tollgate/contract/refusals/all-refusals';
import type { RefusalWords } from '@tollgate/contract/refusals/refusal-words';

const statusTitles: Readonly<Record<number, string>> = {
  400: 'the request is at fault',
  401: 'no valid key',
  403: 'the key may not do this',
  404: 'not there',
  405: 'wrong method',
  408: 'too slow',
  409: 'conflict',
  413: 'too large',
  415: 'wrong format',
  416: 'outside the file',
  417: 'wrong expectation',
  431: 'headers too large',
  429: 'a limit is reached',
  500: 'our fault',
  503: 'not available for the moment',
};

const introduction = `# Errors

Every refusal and failure has the same body, on every address:

\`\`\`json
{ "error": { "message": "…", "type": "rate_limit_error", "param": null, "code": "rate_limit_exceeded" } }
\`\`\`

Decide by the HTTP status and by \`code\`; \`message\` is for people and may say more than the text below. \`param\` names the
request field at fault. Every answer carries \`x-request-id\`: it is the id of the call in the log, and what support asks for.

Many refusals of the console's interface and the administrator interface share a code. They carry \`reason\`, which names the one, and
\`params\`, the values in its message: \`"reason": "refund_exceeded", "params": {"amount": "12.30"}\`. Both are listed
[below](#reasons). A reason keeps its name and its parameters when its message is improved.

**Nothing on this page is charged.** A call costs money only when its answer is HTTP 200 and complete.

- **Wait and repeat** when an answer has \`retry-after\`: 1 s, 2 s, 4 s, at most 3 times. The official SDKs do so by themselves.
- **Do not repeat** when an answer has \`x-should-retry: false\`: only a change of the cap or of the balance helps.
- **In a stream** that has begun, the status is already 200. The error is then one last event \`data: {"error": …}\` without
  \`[DONE]\`, and the connection closes without the last chunk, so clients that ignore the event also see an incomplete response.
  The official SDKs raise it as an error. The call is not charged.
- **499** stands in the call log where the client went away before an answer; nobody receives it.
`;

function retry(entry: ErrorEntry): string {
  if (entry.shouldRetry === false) return 'no';
  return entry.retryAfterSeconds === undefined ? '' : `after ${String(entry.retryAfterSeconds)} s or as \`retry-after\` says`;
}

function section(status: number, entries: readonly (readonly [string, ErrorEntry])[]): string {
  const rows = entries.map(
    ([code, entry]) => `| \`${code}\` | \`${entry.type}\` | ${entry.message} | ${entry.remedy} | ${retry(entry)} |`,
  );
  const head = '| Code | Type | Message | What to do | Repeat |\n| --- | --- | --- | --- | --- |';
  return `## ${String(status)}: ${statusTitles[status] ?? ''}\n\n${head}\n${rows.join('\n')}\n`;
}

/** Codes that only people who sign in to the console meet. */
function signInSection(): string {
  const rows = Object.entries(signInErrors).map(
    ([code, { status, message, remedy }]) => `| \`${code}\` | ${String(status)} | ${message} | ${remedy} |`,
  );
  const head = '| Code | Status | Message | What to do |\n| --- | --- | --- | --- |';
  return `## Signing in to the console\n\nAt \`/api/console/auth/…\`, besides the codes above.\n\n${head}\n${rows.join('\n')}\n`;
}

/** What refusals that share a code are told apart by. */
function reasonSection(): string {
  const rows = Object.entries<RefusalWords>(refusals).toSorted(
    ([one, { code }], [other, { code: otherCode }]) => code.localeCompare(otherCode) || one.localeCompare(other),
  );
  const lines = rows.map(([reason, { code, en }]) => `| \`${code}\` | \`${reason}\` | ${en} |`);
  const head = '| Code | Reason | Message, with its parameters in braces |\n| --- | --- | --- |';
  return `## Reasons\n\nOf the interfaces of the console and of administrators.\n\n${head}\n${lines.join('\n')}\n`;
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
