/**
 * Shared by two proofs. Goal: with a log of ten million calls, the operator's pages stay fast, and work that reads, copies, checks or
 * deletes much of it does not affect calls. Method: the program with generated books in one process, streams and calls from another; runs
 * each task in turn and measures its effect on the gaps of the streams, on calls and on commits. Times depend on the machine, so they are
 * reported without an assertion.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { after, before, it, type TestContext } from 'node:test';
import { count, isFullProof } from '../proofs/counts.ts';
import { reportFigures } from '../proofs/figures.ts';
import { ServerProcess } from '../scenarios/server-process.ts';
import { BooksUnderLoad, type Effect } from './books-under-load.ts';
import { dayMs } from './books-rows.ts';
import type { BooksTenants } from './books-tenants.ts';
import { ExportAsked } from './export-asked.ts';
import { spreadOf } from './spread.ts';

interface Page {
  readonly data: readonly unknown[];
  readonly next: string | null;
}

/** Large books in one of the databases, and the settings with which the program finds them. */
export interface LargeBooks {
  /** Row of the report. */
  readonly row: string;
  /** Whether the program itself makes copies, or the tools of the database do. */
  readonly isCopiedByProgram: boolean;
  make(options: MadeBooks): Promise<BooksTenants>;
  /** Known once they are created. */
  place(): { readonly folder: string; readonly env: Readonly<Record<string, string>> };
  remove(): Promise<void>;
}

export interface MadeBooks {
  readonly calls: number;
  readonly accounts: number;
  readonly untilMs: number;
}

const calls = count('logRows');
const walkedRows = Math.min(calls, 1_000_000);
const untilMs = Date.now();
const classes = ['2xx', '4xx', '5xx'] as const;

const at = (agoMs: number): string => new Date(untilMs - agoMs).toISOString();

/** The largest account, a medium one and a small one, each with all values for filters; and all accounts. */
function scopesOf({ accountIds, keys, keysOf }: BooksTenants): readonly Readonly<Record<string, string>>[] {
  const ranks = [0, 1, 9, Math.min(999, accountIds.length - 1), accountIds.length - 1];
  const ofAccounts = ranks.flatMap((rank) => {
    const own = (keysOf[rank] ?? []).flatMap((place) => keys[place] ?? []);
    const account = accountIds[rank] ?? '';
    const subAccount = own.find((key) => key.subAccountId !== null)?.subAccountId;
    const ofKeys = [own[0], own.at(-1)].map((key) => ({ account_id: account, key_id: key?.id ?? '' }));
    const ofSubAccount = typeof subAccount === 'string' ? [{ account_id: account, sub_account_id: subAccount }] : [];
    return [{ account_id: account }, ...ofKeys, ...ofSubAccount];
  });
  return [{}, ...ofAccounts];
}

/** Every combination, each with a time range that contains much, little and nothing. */
function* queries(tenants: BooksTenants): Generator<Readonly<Record<string, string>>> {
  const times = [
    { from: at(89 * dayMs) },
    { from: at(89 * dayMs), to: at(60 * dayMs) },
    { from: at(40 * dayMs), to: at(40 * dayMs - 3_600_000) },
  ];
  for (const scope of scopesOf(tenants))
    for (const model of [undefined, tenants.models[0], tenants.models.at(-1), 'none'])
      for (const statusClass of [undefined, ...classes])
        for (const time of times)
          yield {
            ...scope,
            ...time,
            ...(model === undefined ? {} : { model }),
            ...(statusClass === undefined ? {} : { status_class: statusClass }),
          };
}

/** The effect of a task on everything else. */
function noticed(work: string, { ms, gateway, traffic }: Effect) {
  return {
    [`${work}, ms`]: ms,
    [`${work}: longest stretch of a gap in a stream, ms (budget 20)`]: traffic.stretch.max,
    [`${work}: the same, p99`]: traffic.stretch.p99,
    [`${work}: calls meanwhile, p99, ms`]: traffic.latency.p99,
    [`${work}: commits meanwhile, p50 / p99 / longest, ms`]: [gateway.commits.p50, gateway.commits.p99, gateway.commits.max].join(
      ' / ',
    ),
    [`${work}: CPU of the event loop, calls included, ms`]: gateway.loopCpuMs,
    [`${work}: highest RSS, MB`]: gateway.rssMaxMb,
  };
}

/** Calls with nothing in parallel, and next to a process that only counts: with two processors, the second is the best possible result. */
async function yardsticks(running: BooksUnderLoad) {
  const calls = isFullProof ? 3000 : 50;
  return { alone: await running.effectOf(() => running.calls(calls)), counting: await running.effectOfCounting(calls) };
}

interface Begun {
  readonly readyMs: number;
  readonly rssMb: number | string;
}

/** Resident memory as counted by Linux. */
function residentMb(pid: number): number | string {
  try {
    const kib = /VmRSS:\s+(\d+)/.exec(readFileSync(['/proc', String(pid), 'status'].join('/'), 'utf8'))?.[1];
    return Math.round(Number(kib) / 1000);
  } catch {
    return 'not known on this system';
  }
}

/** One start of the program until it reports ready, and its stop. */
async function begin({ folder, env }: ReturnType<LargeBooks['place']>): Promise<Begun> {
  const startedMs = performance.now();
  const program = await ServerProcess.start(folder, env);
  const readyMs = Math.round(performance.now() - startedMs);
  const rssMb = residentMb(program.pid);
  await program.stop();
  return { readyMs, rssMb };
}

/** The tests of one describe: tasks on large books, and their effect on concurrent calls. */
export function proveLargeBooks(books: LargeBooks): void {
  let tenants: BooksTenants;
  let running: BooksUnderLoad;
  let madeMs = 0;
  let begun: Begun;
  let exporter: ExportAsked | undefined;

  function report(context: TestContext, figures: Readonly<Record<string, number | string>>, row = books.row): void {
    reportFigures(context, row, { ...figures, 'load average of the machine': Math.round((loadavg()[0] ?? 0) * 10) / 10 });
  }

  before(async () => {
    const startedMs = performance.now();
    tenants = await books.make({ calls, accounts: count('logAccounts'), untilMs });
    madeMs = performance.now() - startedMs;
    // The first start compiles the program; operators wait for the later ones.
    await begin(books.place());
    begun = await begin(books.place());
    running = await BooksUnderLoad.start(books.place());
  });
  after(async () => {
    try {
      await running.stop();
    } finally {
      await books.remove();
    }
  });

  void it('lets the program start at once and in little memory', async (context) => {
    report(context, {
      'rows of the log': calls,
      'to make the books, s': Math.round(madeMs / 1000),
      'start of the process to ready, ms (budget 1500 at 1 M rows)': begun.readyMs,
      'RSS idle, MB (budget 180)': begun.rssMb,
    });
    await running.load({ key: tenants.keys[0]?.value ?? '', model: tenants.models[0] ?? '' });
  });

  void it('is read by any combination of filters', async (context) => {
    const times = { one: [] as number[], any: [] as number[] };
    const all = [...queries(tenants)].filter((_, place) => isFullProof || place % 16 === 0);
    for (const query of all) {
      let next: string | null | undefined;
      for (let page = 0; page < 2 && next !== null; page += 1) {
        const startedMs = performance.now();
        const cursor = typeof next === 'string' ? { cursor: next } : {};
        ({ next } = await running.admin<Page>('GET', `/calls?${new URLSearchParams({ ...query, ...cursor }).toString()}`));
        const took = performance.now() - startedMs;
        const narrowing = Object.keys(query).filter((name) => name !== 'from' && name !== 'to');
        (narrowing.length <= 1 ? times.one : times.any).push(took);
      }
    }
    const [one, any] = [spreadOf(times.one), spreadOf(times.any)];
    report(context, {
      'pages read': one.count + any.count,
      'a page by time and one filter, p50 / p99 / slowest, ms (budget 100)': [one.p50, one.p99, one.max].join(' / '),
      'a page by any combination, p50 / p99 / slowest, ms (budget 300)': [any.p50, any.p99, any.max].join(' / '),
    });
  });

  void it('is summed up by day, account, key and model without a stop for others', async (context) => {
    const sums: Record<string, number> = {};
    const effect = await running.effectOf(async () => {
      for (const groups of ['day', 'account_id', 'sub_account_id', 'key_id', 'model', 'account_id,model']) {
        const startedMs = performance.now();
        await running.admin('GET', `/usage?group_by=${groups}`);
        sums[`90 days of everybody by ${groups}, ms`] = Math.round(performance.now() - startedMs);
      }
    });
    report(context, { ...sums, ...noticed('all of them', effect) });
  });

  void it('can be exported completely while calls continue', async (context) => {
    await running.calls(isFullProof ? 200 : 20);
    const alone = await running.effectOf(() => running.calls(isFullProof ? 400 : 20));
    const ids = new Set<unknown>();
    const effect = await running.effectOf(async () => {
      for (let cursor = ''; ids.size < walkedRows;) {
        const page = await running.admin<{ data: readonly { id: string }[]; next: string | null }>(
          'GET',
          `/calls?limit=200${cursor}`,
        );
        for (const { id } of page.data) ids.add(id);
        if (page.next === null) break;
        cursor = `&cursor=${page.next}`;
      }
    });
    assert.ok(ids.size >= walkedRows, 'every row was met');
    const figures = {
      'rows read': ids.size,
      'seconds per million rows (budget 60)': Math.round(effect.ms / 10 / (ids.size / 1e6)) / 100,
      'calls alone, p99, ms': alone.traffic.latency.p99,
      'RSS before, MB': alone.gateway.rssMaxMb,
      'growth of RSS, MB (budget 64)': effect.gateway.rssMaxMb - alone.gateway.rssMaxMb,
      ...noticed('nothing beside the calls', alone),
      ...noticed('reading', effect),
    };
    report(context, figures, books.row === 'size' ? 'F36' : books.row);
  });

  for (const format of ['xlsx', 'csv'] as const)
    void it(`is written as a file (${format}) while 200 calls a second go on`, async (context) => {
      exporter ??= await ExportAsked.open(running, tenants.accountIds[0] ?? '');
      running.callEvery(5);
      try {
        await running.calls(isFullProof ? 2000 : 100);
        const before = await yardsticks(running);
        const file = exporter;
        let made = { rows: 0, bytes: 0 };
        const effect = await running.effectOf(async () => {
          made = await file.write(format);
        });
        const afterwards = await yardsticks(running);
        const p99 = (of: keyof typeof before): number =>
          (before[of].traffic.latency.p99 + afterwards[of].traffic.latency.p99) / 2;
        const against = (of: keyof typeof before): number => Math.round((100 * effect.traffic.latency.p99) / p99(of)) / 100;
        assert.ok(made.bytes > 0 && (!isFullProof || made.rows > 50_000), 'a file was written by the job');
        report(context, {
          [`rows of the ${format} file`]: made.rows,
          [`MB of the ${format} file`]: Math.round(made.bytes / 1e6),
          [`${format}: seconds per million rows (budget 60)`]: Math.round(effect.ms / 10 / (made.rows / 1e6)) / 100,
          [`${format}: calls alone, p99, ms`]: p99('alone'),
          [`${format}: calls beside a process that counts, p99, ms`]: p99('counting'),
          [`${format}: calls meanwhile against alone, p99 (budget 1.2)`]: against('alone'),
          [`${format}: calls meanwhile against those beside a process that counts, p99`]: against('counting'),
          [`${format}: growth of RSS, MB (budget 64)`]: effect.gateway.rssMaxMb - before.alone.gateway.rssMaxMb,
          ...noticed(`writing ${format}`, effect),
        });
      } finally {
        running.callEvery(null);
      }
    });

  void it('loses its oldest day without a gap in a stream', async (context) => {
    let deleted = 0;
    const effect = await running.effectOf(async () => {
      ({ deleted } = await running.work<{ deleted: number }>(['purge', { nowMs: untilMs, keepMs: 88 * dayMs }]));
    });
    assert.ok(deleted > 0);
    report(context, { 'rows deleted': deleted, ...noticed('purge', effect) });
  });

  for (const [name, request] of [
    ['audit of two days', { sinceMs: untilMs - 2 * dayMs }],
    ['audit of everything', {}],
  ] as const) {
    // The audit runs hour by hour: on a database server each hour is a round trip, so there only the suites run it on small data.
    if (name === 'audit of everything' && !isFullProof && !books.isCopiedByProgram) continue;
    void it(`adds up to the nano: ${name}`, async (context) => {
      const effect = await running.effectOf(async () => {
        const { report: found } = await running.work<{ report: { findings: readonly unknown[] } }>(['audit', request]);
        assert.deepEqual(found.findings, []);
      });
      report(context, noticed(name, effect));
    });
  }

  if (!books.isCopiedByProgram) return;
  void it('is copied while calls are committed', async (context) => {
    let bytes = 0;
    const effect = await running.effectOf(async () => {
      ({ bytes } = await running.admin<{ bytes: number }>('POST', '/backup', {}));
    });
    const settled = await running.effectOf(() => running.calls(isFullProof ? 200 : 20));
    report(context, {
      'size of the database, MB': Math.round(bytes / 1e6),
      ...noticed('backup', effect),
      'longest commit right after it, ms': settled.gateway.commits.max,
    });
  });
}
