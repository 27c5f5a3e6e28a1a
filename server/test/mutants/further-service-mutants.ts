import type { Mutant } from './mutant.ts';

/** More bugs of answering and storing. */
export const furtherServiceMutants: readonly Mutant[] = [
  {
    name: 'a reservation lost in a panic',
    rival: 'new-api #4429',
    reinserted: 'a call that meets a defect of ours is answered with 500 and never settled',
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
    name: 'begun anew behind what was sent',
    rival: 'routers that fall back in the middle of a stream',
    reinserted: 'a stream that breaks after its first byte is asked for once more, and the client gets both',
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
    name: 'use that comes without choices is dropped',
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
    name: 'sold while nothing can be written',
    rival: 'LiteLLM #33872 #34805 (use is counted in memory while the database is away)',
    reinserted: 'paid calls go on while no record can be stored',
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
    name: 'a damaged file that nobody reads',
    rival: 'services on SQLite in general: damaged pages are met by whoever needs them',
    reinserted: 'the audit reads the pages of the books alone, and damage in the people is met when somebody signs in',
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
    name: 'a message that is sent again when the first one is deleted',
    rival: 'retention that deletes what keeps something from happening twice',
    reinserted: 'an account whose balance stays low is told once more after each retention',
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
