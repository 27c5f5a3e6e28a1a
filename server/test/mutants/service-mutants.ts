import type { Mutant } from './mutant.ts';

/** Bugs of responses, time, slots and secrets. */
export const serviceMutants: readonly Mutant[] = [
  {
    name: 'synthetic [DONE]',
    rival: 'one-api (`[DONE]` always appended); LiteLLM #33404 #40260',
    reinserted: 'a stream that breaks after its first choice ends as if it were complete',
    edits: [
      {
        file: 'server/src/dialects/chat-completions/stream-relay.ts',
        find: "else if (!this.#choices.begun) this.#break('the stream ended before its first choice');",
        replace: `else if (this.#choices.begun) this.#complete();
    else if (!this.#choices.begun) this.#break('the stream ended before its first choice');`,
      },
      {
        file: 'server/src/gateway/call-upstream/upstream-attempt.ts',
        find: 'this.#fail({ cause: fault.cause, failure: { fault: fault.kind } });',
        replace: `if (this.#status === 200 && this.#options.plan.stream && !this.#over) {
      this.relay.end();
      this.#checkRelay();
    } else this.#fail({ cause: fault.cause, failure: { fault: fault.kind } });`,
      },
    ],
    caughtBy: [
      {
        file: 'server/test/gateway/outcome-table.test.ts',
        test: 'a reset after any number of body bytes ends in one error event, never in a made-up end',
      },
      {
        file: 'server/src/dialects/chat-completions/stream-relay.test.ts',
        test: 'a broken stream gets no made-up end',
      },
    ],
  },
  {
    name: '`writableFinished` trusted',
    rival: 'gateways on older Node, which report "finished" after the client has left',
    reinserted:
      'a response counts as delivered by its own flag (`writableEnded`; since Node 24 `writableFinished` is correct), whatever happened to the connection',
    edits: [
      {
        file: 'server/src/http/delivery.ts',
        find: 'resolve(false);',
        replace: 'resolve(response.writableEnded);',
      },
    ],
    caughtBy: [
      {
        file: 'server/test/gateway/unread-answers.test.ts',
        test: 'an answer that was written but did not fit into the connection of a client who then leaves is not charged; those before it are',
      },
    ],
  },
  {
    name: 'time zone stripped',
    rival: 'LiteLLM #34896 #38938 (Asia/Shanghai: windows end eight hours late)',
    reinserted: 'days and months are those of UTC',
    edits: [
      {
        file: 'server/src/domain/limits/calendar.ts',
        find: 'function spanAt(epochMs: number, timeZone: string): Span {',
        replace: `function spanAt(epochMs: number, timeZone: string): Span {
  timeZone = 'UTC';`,
      },
    ],
    caughtBy: [
      {
        file: 'server/test/scenarios/caps.test.ts',
        test: 'of the day ends at midnight in Asia/Shanghai; one of the month lasts until the month ends',
      },
      {
        file: 'server/src/domain/limits/calendar.test.ts',
        test: 'a day and a month end at midnight of the service zone',
      },
    ],
  },
  {
    name: 'slot leak on abort',
    rival: 'LiteLLM #20256',
    reinserted: 'a call keeps its slot after its client left or its upstream aborted',
    edits: [
      {
        file: 'server/src/coordination/memory/memory-coordination.ts',
        find: 'giveSlots(call);\n    for (const limiter',
        replace: 'if (posted > 0n) giveSlots(call);\n    for (const limiter',
      },
    ],
    caughtBy: [
      {
        file: 'server/test/gateway/outcome-table.test.ts',
        test: 'streamed: the upstream answers well, the client leaves mid-stream: not charged, upstream cancelled',
      },
    ],
  },
  {
    name: 'key cache after delete',
    rival: 'one-api model/cache.go (keys stay valid in the cache for up to 600 s)',
    reinserted: 'the gateway sees a changed or deleted key only after ten minutes',
    edits: [
      {
        file: 'server/src/domain/tenants/key-directory.ts',
        find: 'entry.key = key;',
        replace: `setTimeout(() => {
      entry.key = key;
    }, 600_000).unref();`,
      },
    ],
    caughtBy: [
      { file: 'server/test/scenarios/changes.test.ts', test: 'key deleted: no late admission' },
      {
        file: 'server/src/domain/tenants/key-directory.test.ts',
        test: 'a change is seen by calls that hold the entry already, and keys of one account share its state',
      },
    ],
  },
  {
    name: 'empty admin token',
    rival:
      'new-api CVE-2026-41432 (empty secret accepted); Bifrost CVE-2026-90898 (no password configured: everybody is admitted)',
    reinserted:
      'the gateway had no webhook then, so the bug is in its one secret for requests: an empty admin token admits everybody',
    edits: [
      {
        file: 'server/src/service/start/local-secrets.ts',
        find: 'if (value.length >= 16) return { value, isNew: false };',
        replace: 'if (value.length >= 0) return { value, isNew: false };',
      },
      {
        file: 'server/src/admin-api/admin-auth.ts',
        find: "if (deps.adminToken.length < 16) throw new RangeError('the administrator token must have at least 16 characters');",
        replace: "if (deps.adminToken === '') return () => undefined;",
      },
    ],
    caughtBy: [{ file: 'server/test/scenarios/start.test.ts', test: 'admin-token in the data folder holds' }],
  },
];
