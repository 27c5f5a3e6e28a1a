import type { Mutant } from './mutant.ts';

/** More bugs of responses and storage. */
export const furtherServiceMutants: readonly Mutant[] = [
  {
    name: 'reservation lost in a panic',
    rival: 'new-api #4429',
    reinserted: 'a call that meets a defect of the gateway gets 500 and is never settled',
    edits: [
      {
        file: 'server/src/gateway/pipeline.ts',
        find: 'return refuse(context, received, thrown);',
        replace: `const refused = await refuse(context, received, thrown);
    if (thrown instanceof TypeError) throw thrown;
    return refused;`,
      },
    ],
    caughtBy: [
      {
        file: 'server/test/gateway/our-own-faults.test.ts',
        test: 'before the upstream is called is answered with 500, uncharged, and keeps neither money nor slot',
      },
    ],
  },
  {
    name: 'stream restarted after its first byte',
    rival: 'routers that fall back in the middle of a stream',
    reinserted: 'a stream that breaks after its first byte is requested again, and the client gets both',
    edits: [
      {
        file: 'server/src/gateway/call-upstream/upstream-attempt.ts',
        find: 'if (this.#decided) this.#consumer?.onOver(fault);',
        replace: `if (this.#decided && !this.isRepeated) {
      [this.isRepeated, this.#over, this.#overFault, this.#relay] = [true, false, null, null];
      this.#exchange = this.#options.transport.send(this.#options.request, this);
    } else if (this.#decided) this.#consumer?.onOver(fault);`,
      },
    ],
    caughtBy: [
      {
        file: 'server/test/scenarios/failover.test.ts',
        test: 'nothing is tried again: one truthful error event, not charged',
      },
    ],
  },
  {
    name: 'usage without choices dropped',
    rival: 'Kong (streams of Azure and Gemini lost tokens)',
    reinserted: 'only the usage of a frame with choices is read',
    edits: [
      {
        file: 'server/src/dialects/chat-completions/stream-relay.ts',
        find: 'const taken = this.#takeUsage(',
        replace: 'const taken = choices.length > 0 && this.#takeUsage(',
      },
    ],
    caughtBy: [
      {
        file: 'server/test/bad-input/upstream-streams.test.ts',
        test: 'row 80: empty choices with usage are hidden or shown as the client asked',
      },
    ],
  },
  {
    name: 'calls accepted while nothing can be stored',
    rival: 'LiteLLM #33872 #34805 (usage is counted in memory while the database is down)',
    reinserted: 'paid calls continue while no record can be stored',
    edits: [
      {
        file: 'server/src/books/commit-queue.ts',
        find: 'get accepting(): boolean {',
        replace: `get accepting(): boolean {
    if (this.#state !== 'stopped') return true;`,
      },
    ],
    caughtBy: [
      {
        file: 'server/test/storage/books-outages.test.ts',
        test: 'stops paid calls, keeps every record in the spill file, and ends without a restart',
      },
    ],
  },
  {
    name: 'damaged database that no audit reads',
    rival: 'services on SQLite in general: the first reader of a damaged page finds it',
    reinserted: 'the audit reads only the pages of the books, and damage in the sign-in database shows at a sign-in',
    edits: [
      {
        file: 'server/src/storage/sqlite/file-check.ts',
        find: "for (const name of ['tollgate.db', signInFile]) {",
        replace: "for (const name of ['tollgate.db', signInFile].slice(0, 1)) {",
      },
    ],
    caughtBy: [
      {
        file: 'server/test/storage/damaged-pages.test.ts',
        test: 'names the file and the remedy, is not ok, and goes on with what can be read',
      },
    ],
  },
  {
    name: 'message repeated after its deletion',
    rival: 'retention that deletes what keeps something from happening twice',
    reinserted: 'an account with a low balance gets another message after each retention period',
    edits: [
      {
        file: 'server/src/storage/stores/purge-aged-rows.ts',
        find: "and not (kind = 'balance_low' and not exists",
        replace: "and not (kind = 'none' and not exists",
      },
    ],
    caughtBy: [
      {
        file: 'server/test/storage/sqlite.test.ts',
        test: 'messages: all but those that mails or webhooks wait for, and the last about a low balance',
      },
    ],
  },
];
