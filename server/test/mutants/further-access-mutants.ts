import type { Mutant } from './mutant.ts';

/** A suite: its first test sends what the others search for. */
const canary = { file: 'server/test/bad-input/canary.test.ts', test: 'what passes through is not kept' };

/** More bugs of access control, and leaks. */
export const furtherAccessMutants: readonly Mutant[] = [
  {
    name: 'keys compared by their prefix',
    rival: 'LiteLLM CVE-2026-35030 (authentication cache by the first 20 characters)',
    reinserted: 'on a connection, a key with the same beginning as the previous one counts as that key',
    edits: [
      {
        file: 'server/src/gateway/authenticate/authenticate.ts',
        find: 'last?.sent.text === sent.text &&',
        replace: 'last?.sent.text.slice(0, 10) === sent.text.slice(0, 10) &&',
      },
    ],
    caughtBy: [
      {
        file: 'server/test/bad-input/credentials.test.ts',
        test: 'row 52: a connection belongs to nobody: each request on it is judged by its own key',
      },
    ],
  },
  {
    name: 'route without authentication',
    rival: 'Bifrost #937 (authentication on `/` alone), LiteLLM CVE-2026-35029',
    reinserted: 'some addresses require the admin token and others do not',
    edits: [
      {
        file: 'server/src/admin-api/admin-api.ts',
        find: "admin.addHook('onRequest', authenticate);",
        replace:
          "admin.addHook('onRequest', async (request) => {\n          if (!request.url.startsWith('/api/admin/plans')) await authenticate(request);\n        });",
      },
    ],
    caughtBy: [
      {
        file: 'server/test/admin/admin-security.test.ts',
        test: 'no route of the administrator interface answers anybody without the token',
      },
    ],
  },
  {
    name: 'client chooses the upstream',
    rival: 'LiteLLM CVE-2024-6587, Portkey CVE-2025-66405',
    reinserted: "a request is sent to its `api_base`, with the gateway's key",
    edits: [
      {
        file: 'server/src/gateway/call-upstream/open-attempt.ts',
        find: 'route: candidate.called,',
        replace: `route:
        typeof call.body.value.api_base === 'string'
          ? { ...candidate.called, baseUrl: call.body.value.api_base }
          : candidate.called,`,
      },
    ],
    caughtBy: [
      {
        file: 'server/test/bad-input/parameters.test.ts',
        test: 'row 39: fields and headers that would steer a request never reach routing or the upstream',
      },
    ],
  },
  {
    name: 'every proxy trusted',
    rival: 'Portkey CVE-2026-110719 (trusted by default)',
    reinserted: '`X-Forwarded-For` is trusted from any sender, unless trusted proxies are configured',
    edits: [
      {
        file: 'server/src/domain/limits/source-ip.ts',
        find: 'if (trusted.length === 0) return false;',
        replace: 'if (trusted.length === 0) return true;',
      },
    ],
    caughtBy: [
      {
        file: 'server/src/domain/limits/source-ip.test.ts',
        test: 'X-Forwarded-For of an untrusted peer is not believed',
      },
    ],
  },
  {
    name: 'request headers in the log',
    rival: 'LiteLLM, incident of 2026-03-18',
    reinserted: 'the logged error of a call contains the headers of its request',
    edits: [
      {
        file: 'server/src/gateway/log.ts',
        find: 'error: settled.error,',
        replace: 'error: settled.error === null ? null : settled.error + JSON.stringify(call.request.headers),',
      },
    ],
    caughtBy: [canary],
  },
  {
    name: 'keys stored in clear text',
    rival: 'one-api (`char(48)`)',
    reinserted: 'the database stores keys in clear text',
    edits: [
      {
        file: 'server/src/domain/tenants/key-value.ts',
        find: "return hash('sha256', value, 'buffer');",
        replace: 'return Buffer.from(value);',
      },
    ],
    caughtBy: [canary],
  },
  {
    name: 'wildcards in a filter',
    rival: 'new-api CVE-2026-25591',
    reinserted: '`%` as a filter of the call log matches every model',
    edits: [
      {
        file: 'server/src/subjects/calls/newest-calls-rows.ts',
        find: "query.where('model', '=', model)",
        replace: "query.where('model', 'like', model)",
      },
      {
        file: 'server/src/subjects/calls/newest-calls-rows.ts',
        find: '          ${optional(sql`and c.model = ${model}`',
        replace: '          ${optional(sql`and c.model like ${model}`',
      },
    ],
    caughtBy: [
      {
        file: 'server/test/subjects/site/reports.test.ts',
        test: 'a filter is taken literally: no character of it stands for others',
      },
    ],
  },
  {
    name: 'upstream error passed on',
    rival: 'Bifrost #3954 (the upstream key came back to clients)',
    reinserted: "an upstream's error is passed on unchanged",
    edits: [
      {
        file: 'server/src/gateway/call-upstream/upstream-refusal.ts',
        find: 'const message = words === null ? null : cleanMessage(words);',
        replace: 'const message = refusal.words;',
      },
    ],
    caughtBy: [
      {
        file: 'server/test/bad-input/upstream-answers.test.ts',
        test: "row 83: an upstream's words carry neither our key nor its address, in answer, call log and refusal",
      },
    ],
  },
  {
    name: 'search of keys without the account',
    rival: 'filters of lists joined by OR (CWE-639)',
    reinserted: 'a search for keys finds those of other accounts',
    edits: [
      {
        file: 'server/src/subjects/tenants/keys/keys-store.ts',
        find: "eb('account_id', '=', accountId),",
        replace: "...(search === undefined ? [eb('account_id', '=', accountId)] : []),",
      },
    ],
    caughtBy: [
      {
        file: 'server/test/subjects/tenants/keys.test.ts',
        test: 'operators find keys as members do, and no search finds a key of another account',
      },
    ],
  },
  {
    name: 'search of invoices without the account',
    rival: 'filters of lists joined by OR (CWE-639)',
    reinserted: 'a search for invoices finds those of other accounts',
    edits: [
      {
        file: 'server/src/subjects/invoicing/invoices-store.ts',
        find: ".$if(accountId !== undefined, (q) => q.where('account_id', '=', accountId ?? ''))\n      .$if(states",
        replace:
          ".$if(accountId !== undefined && search === undefined, (q) => q.where('account_id', '=', accountId ?? ''))\n      .$if(states",
      },
    ],
    caughtBy: [
      {
        file: 'server/test/subjects/invoicing/invoices.test.ts',
        test: 'members without a right to money and other accounts learn nothing of it',
      },
    ],
  },
  {
    name: 'old secret stays valid',
    rival: 'LiteLLM GHSA-69x8-hrgq-fjj8 (old sessions never revoked)',
    reinserted: 'the old value of a reset key still works',
    edits: [
      {
        file: 'server/src/subjects/tenants/keys/keys.ts',
        find: 'await keysIntoForce(context, dead.accountId, [dead]);',
        replace: '',
      },
    ],
    caughtBy: [{ file: 'server/test/scenarios/changes.test.ts', test: 'key reset: no late admission' }],
  },
  {
    name: 'webhook to an internal address',
    rival: 'LiteLLM CVE-2024-6587 (SSRF by an address from the caller)',
    reinserted: 'a webhook may name an address of the private network',
    edits: [
      {
        file: 'server/src/upstream/fetch-public.ts',
        find: 'if (isIP(literal) !== 0 && !isPublicAddress(literal)) throw notPublic();',
        replace: '',
      },
    ],
    caughtBy: [
      {
        file: 'server/test/subjects/notices/robots.test.ts',
        test: 'webhooks of accounts go to public https addresses alone, signed over time and body, and an answer is believed by its status',
      },
    ],
  },
  {
    name: 'right checked only with the head',
    rival: 'TOCTOU between authentication and act (CWE-367)',
    reinserted: 'a right is checked when the request head arrives, and never again',
    edits: [
      {
        file: 'server/src/control-http/rights-of-requests.ts',
        find: 'if (right === undefined || isReading(request)) {',
        replace: 'if (request !== null) {',
      },
    ],
    caughtBy: [
      {
        file: 'server/test/subjects/people/removed-meanwhile.test.ts',
        test: 'changes nothing in the console once the person is removed, by any route',
      },
    ],
  },
  {
    name: 'change without its right',
    rival: 'TOCTOU between authorization and commit (CWE-367)',
    reinserted: 'a change that waited in the queue is made although its author was removed in the meantime',
    edits: [
      {
        file: 'server/src/storage/right-guard.ts',
        find: '...(right.basis === null ? []',
        replace: '...(right.basis !== undefined ? []',
      },
    ],
    caughtBy: [
      {
        file: 'server/test/subjects/people/removed-meanwhile.test.ts',
        test: 'is not made when meanwhile the person is removed',
      },
    ],
  },
  {
    name: 'unlimited changes',
    rival: 'allocation of resources without limits or throttling (CWE-770)',
    reinserted: 'one person with a trial account makes any number of changes, and each change is stored',
    edits: [
      {
        file: 'server/src/storage/right-guard.ts',
        find: 'if (limits === null || ',
        replace: 'if (limits !== undefined || ',
      },
    ],
    caughtBy: [
      {
        file: 'server/test/console/change-counts.test.ts',
        test: 'changes of a person and of an account are bounded; operators are not, reading is not, and what fails counts for nothing',
      },
    ],
  },
  {
    name: 'audit entry removed unnoticed',
    rival: 'insufficient protection of an audit log (CWE-778)',
    reinserted: 'the payload of an audit entry is removed too early, and the audit finds nothing',
    edits: [
      {
        file: 'server/src/books/audit/check-audit-log.ts',
        find: 'return before === null && after === null && at < (marks.emptiedBefore.get(code ?? 0n) ?? 0n);',
        replace: 'return before === null && after === null;',
      },
    ],
    caughtBy: [
      {
        file: 'server/test/storage/sqlite.test.ts',
        test: 'is found to be wrong when a payload is removed before its time',
      },
    ],
  },
  {
    name: 'described right not registered',
    rival: 'missing authorization (CWE-862)',
    reinserted:
      'an operator who views an account can download its files, because the route is served without its described right',
    edits: [
      {
        file: 'server/src/control-http/add-route.ts',
        find: 'isForMembersOnly, operators, mayWhile',
        replace: 'operators, mayWhile',
      },
    ],
    caughtBy: [
      {
        file: 'server/test/subjects/people/impersonation.test.ts',
        test: 'an operator who looks at it fetches no file of the account, and sees of the addresses of its webhooks the host only',
      },
    ],
  },
  {
    name: 'identity without its issuer',
    rival: 'account takeover by a subject of another issuer (OpenID Connect Core, 5.7)',
    reinserted:
      'after a change of the identity provider, a person signs in as another one with the same subject at the old provider',
    edits: [
      {
        file: 'server/src/identity/engine/outside-providers/identity-key.ts',
        find: "return `${issuer.replace(/\\/+$/, '')}#${subject}`;",
        replace: 'return issuer === subject ? issuer : subject;',
      },
    ],
    caughtBy: [
      {
        file: 'server/test/identity/sign-in-tables.test.ts',
        test: 'the tables of sign-in in the data folder are all that the library needs',
      },
    ],
  },
];
