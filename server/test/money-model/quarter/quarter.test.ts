/**
 * Goal: over a generated quarter, all figures of money agree to the nano: statements, their files, exports of the log, ledger, balances,
 * amounts available for invoices, and the audit. Method: the service on a virtual clock; calls go through admission, settlement and ledger,
 * money through the control plane; next to it a tally without any of its code.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it, type TestContext } from 'node:test';
import { formatExact, parseAmount } from '@tollgate/contract/money';
import { auditBooks } from '../../../src/books/audit/audit-books.ts';
import { balanceNow } from '../../../src/subjects/ledger/balance-now.ts';
import { makeExport, readExport } from '../../../src/subjects/calls/exports/exports.ts';
import { listLedger } from '../../../src/subjects/ledger/list-ledger.ts';
import { paidMoney } from '../../../src/subjects/ledger/paid-money.ts';
import { listStatements, readStatement, writeStatement } from '../../../src/subjects/ledger/statements/statements.ts';
import { monthSpan } from '../../../src/domain/limits/month-span.ts';
import { count, isFullProof } from '../../proofs/counts.ts';
import { withServer } from '../../servers/needed-server.ts';
import { PostgresServer, postgres } from '../../servers/postgres-server.ts';
import { startInProcess } from '../../service-in-process.ts';
import { SeededRandom } from '../../size/seeded-random.ts';
import { VirtualClock } from '../../virtual-clock.ts';
import { waitFor } from '../../wait-for.ts';
import { checkInvoiceable, invoiceSome } from './quarter-invoices.ts';
import { QuarterWorld, root, type QuarterAccount, type RunningCall } from './quarter-world.ts';

const timeZone = 'Asia/Shanghai';
const months = [202609, 202610, 202611] as const;
const span = (month: number) => monthSpan(month, timeZone);
const startMs = span(months[0]).startsAtMs;
const hourMs = 3_600_000;

const calls = count('quarterCalls');
const accounts = isFullProof ? 30 : 5;
const keys = isFullProof ? 500 : 20;
/** Steps of the quarter; calls of one step are admitted in the same hour. */
const steps = isFullProof ? 1092 : 60;

/** Scale of amounts, because invoices start at 100 CNY. */
const scale = isFullProof ? 1n : 100n;
const cny = 1_000_000_000n * scale;

async function text(pieces: AsyncIterable<Buffer>): Promise<string> {
  const read: Buffer[] = [];
  for await (const piece of pieces) read.push(piece);
  return Buffer.concat(read).toString('utf8');
}

/** The cells of a CSV line. */
const cellsOf = (line: string): readonly string[] => line.split(',');

class Quarter {
  readonly world: QuarterWorld;
  readonly #random = new SeededRandom(20_261_123);
  #running: RunningCall[] = [];
  #frozenBefore = startMs;
  invoices = 0;

  constructor(world: QuarterWorld) {
    this.world = world;
  }

  async open(): Promise<void> {
    await this.world.sell();
    for (let at = 0; at < accounts; at += 1) await this.world.open(at, Math.ceil((keys - at) / accounts));
  }

  /** The first few accounts make most of the calls. */
  #account(): QuarterAccount {
    const at = Math.floor(this.#random.fraction() ** 2 * this.world.accounts.length);
    const account = this.world.accounts[at];
    assert.ok(account);
    return account;
  }

  async #call(): Promise<void> {
    const bits = this.#random.uint32();
    const input = 200 + (bits & 0x1fff);
    const tokens = { input, cached: (bits >>> 13) % 3 === 0 ? input >> 1 : 0, output: 10 + ((bits >>> 15) & 0x7ff) };
    const running = await this.world.begin(this.#account(), bits >>> 3, bits >>> 7, tokens);
    if (running !== null) this.#running.push(running);
  }

  async #end(keep: number): Promise<void> {
    while (this.#running.length > keep) {
      const [running] = this.#running.splice(this.#random.below(this.#running.length), 1);
      assert.ok(running);
      const draw = this.#random.below(100);
      await this.world.end(running, draw < 92 ? 'complete' : draw < 96 ? 'client_left' : 'upstream_broke');
    }
  }

  /** Credits, gifts, deductions, payouts, and refused ones. */
  async #money(): Promise<void> {
    const account = this.#account();
    const { tally } = account;
    const draw = this.#random.below(100);
    const amount = BigInt(1 + this.#random.below(40)) * cny + BigInt(this.#random.below(1_000_000_000));
    if (draw < 55) await this.world.credit(account, 'paid', amount);
    else if (draw < 65) await this.world.credit(account, 'adjustment', amount / 10n);
    else if (draw < 75) await this.world.credit(account, 'refund', amount / 20n);
    else if (draw < 85) {
      // Deductions beyond gifts use paid money, but never used money.
      const before = tally.consumedPaid;
      const wasTaken = await this.world.credit(account, 'adjustment', -amount);
      assert.ok(tally.consumedPaid >= before, `an adjustment of ${String(amount)} took used paid money: ${String(wasTaken)}`);
    } else if (this.#running.every((running) => running.account !== account)) {
      const most = tally.payable;
      assert.equal(await this.world.credit(account, 'payout', -(most + 1n)), false, 'beyond what is paid and unused');
      if (most > 0n) assert.equal(await this.world.credit(account, 'payout', -((most * 2n) / 3n + 1n)), true);
    }
  }

  async #reprice(): Promise<void> {
    const [model, price] = [...this.world.prices][this.#random.below(3)] ?? [];
    assert.ok(model !== undefined && price !== undefined);
    const change = 1000n * BigInt(this.#random.below(200_000)) * scale;
    await this.world.setPrice(model, { ...price, input: 1_500_000_000n * scale + change, output: price.output + change });
  }

  async #freezeDue(): Promise<void> {
    const { service, clock } = this.world;
    const due = months.findLast((month) => span(month).endsAtMs + 3 * hourMs < clock.nowMs());
    if (due === undefined || span(due).endsAtMs <= this.#frozenBefore) return;
    this.#frozenBefore = span(due).endsAtMs;
    const { statements } = service.storage.stores;
    await waitFor(
      async () => {
        await this.world.pass(60_000);
        return (await statements.frozenBeforeMs()) >= span(due).endsAtMs;
      },
      { what: `the statements of ${String(due)} are frozen`, everyMs: 20, withinMs: 240_000 },
    );
  }

  async play(): Promise<void> {
    const endMs = span(months[2]).endsAtMs;
    for (let step = 0; step < steps; step += 1) {
      const toMs = startMs + Math.floor(((endMs - startMs) * (step + 0.5)) / steps);
      if (toMs > this.world.clock.nowMs()) await this.world.pass(toMs - this.world.clock.nowMs());
      const upTo = Math.floor((calls * (step + 1)) / steps) - Math.floor((calls * step) / steps);
      for (let made = 0; made < upTo; made += 1) {
        await this.#call();
        if (this.#running.length > 6) await this.#end(2);
      }
      if (this.#random.below(3) > 0) for (let moved = 0; moved < 3; moved += 1) await this.#money();
      if (this.#random.below(8) === 0) await this.#reprice();
      if (this.#random.below(4) === 0 && (await invoiceSome(this.world, this.#account(), this.#random.below(64))))
        this.invoices += 1;
      // Some calls continue into the next hour, and count for the hour that admitted them.
      await this.#end(step % 5 === 0 ? 2 : 0);
      await this.#freezeDue();
    }
    await this.#end(0);
    await this.world.pass(Math.max(0, endMs + 4 * hourMs - this.world.clock.nowMs()));
    await this.#freezeDue();
  }
}

async function checkStatements(world: QuarterWorld, account: QuarterAccount): Promise<void> {
  const { control } = world.service;
  let opening = 0n;
  for (const month of months) {
    const tally = account.tally.month(month);
    const statement = await readStatement(control, root, account.id, month);
    const closing = opening + tally.credits - tally.usage;
    assert.deepEqual(
      [statement.opening, statement.credits, statement.usage, statement.closing, statement.creditLines.length],
      [opening, tally.credits, tally.usage, closing, tally.creditLines],
      `${account.id} ${String(month)}`,
    );
    const hasMoved = tally.creditLines > 0 || tally.usage > 0n;
    if (hasMoved) assert.notEqual(statement.frozenAtMs, null, String(month));
    for (const part of ['model', 'key', 'sub_account'] as const) {
      const lines = new Map(statement.lines[part].map(({ id, calls: charged, amount }) => [id, { calls: charged, amount }]));
      assert.deepEqual(lines, tally[part]);
    }
    const file = { accountId: account.id, month, format: 'csv', encoding: 'utf-8', locale: 'en' } as const;
    const lines = (await text(await writeStatement(control, root, file))).trimEnd().split('\r\n').map(cellsOf);
    const sumOf = (item: string): string =>
      formatExact(
        lines
          .filter(([first]) => first === item)
          .reduce((sum, cells) => sum + parseAmount(cells.at(-1) ?? '', { negativeAllowed: true }), 0n),
      );
    assert.deepEqual(
      [
        'Opening balance',
        'Credit',
        'Total credits',
        'By model',
        'By key',
        'By sub-account',
        'Total usage',
        'Closing balance',
      ].map(sumOf),
      [opening, tally.credits, tally.credits, ...Array.from({ length: 4 }, () => -tally.usage), closing].map(formatExact),
    );
    opening = closing;
  }
  const listed = await (await listStatements(control, root, account.id))({ limit: 10, after: null });
  assert.equal(listed[0]?.opening, opening, 'the next month opens with what is left');
}

async function checkExports(world: QuarterWorld, account: QuarterAccount): Promise<void> {
  const { control } = world.service;
  const { startsAtMs: fromMs, endsAtMs: toMs } = span(months[2]);
  const filter = { accountId: account.id, fromMs, toMs };
  const { id } = await makeExport(control, root, { format: 'csv', encoding: 'utf-8', locale: 'en', filter });
  const { pieces } = await readExport(control, root, { accountId: account.id, exportId: id });
  const lines = (await text(pieces)).trimEnd().split('\r\n').map(cellsOf);
  const at = lines[0]?.indexOf('Charged (CNY)') ?? -1;
  const charged = lines.slice(1, -1).reduce((sum, cells) => sum + parseAmount(cells[at] ?? ''), 0n);
  assert.equal(charged, account.tally.month(months[2]).usage);
  assert.equal(lines.at(-1)?.[at], formatExact(charged));
}

async function checkBalances(world: QuarterWorld, account: QuarterAccount): Promise<void> {
  const { control } = world.service;
  const { tally } = account;
  const balance = await balanceNow(control, root, account.id);
  assert.deepEqual([balance.available, balance.used, balance.reserved], [tally.balance, tally.used, 0n]);
  const load = await listLedger(control, root, account.id);
  let ledger = 0n;
  for (let after: bigint | null = null; ;) {
    const page: readonly { readonly seq: bigint; readonly amount: bigint }[] = await load({ limit: 500, after });
    ledger = page.reduce((sum, { amount }) => sum + amount, ledger);
    const last = page.at(-1);
    if (last === undefined) break;
    after = last.seq;
  }
  assert.equal(ledger, tally.balance, 'the ledger, every hour closed');
  const paid = await paidMoney(control, root, account.id);
  assert.deepEqual(
    [paid.closed.base, paid.closed.consumed, paid.live.consumed, paid.payableOut],
    [tally.base, tally.consumedPaid, tally.consumedPaid, tally.payable],
  );
}

function quarterOn(name: string, environment: () => Promise<Record<string, string>>): void {
  void describe(`a generated quarter on ${name}`, () => {
    it(
      'statements, exports, ledger, balances, what may be invoiced and the audit agree to the nano',
      { timeout: 3_600_000 },
      async (context: TestContext) => {
        const clock = new VirtualClock(startMs);
        const folder = await mkdtemp(join(tmpdir(), 'tollgate-quarter-'));
        const service = await startInProcess({ TOLLGATE_DATA_DIR: folder, ...(await environment()) }, { clock });
        try {
          const world = new QuarterWorld(service, clock, scale);
          const quarter = new Quarter(world);
          await quarter.open();
          await quarter.play();
          assert.ok(quarter.invoices > 0, 'some has been invoiced');
          assert.ok(world.refused > 0, 'caps and empty accounts refuse some');
          for (const account of world.accounts) {
            await checkStatements(world, account);
            await checkExports(world, account);
            await checkBalances(world, account);
            await checkInvoiceable(world, account);
          }
          const report = await auditBooks(service.storage.engine, { incarnation: null });
          assert.deepEqual([report.ok, report.differenceNano, report.findings], [true, '0', []]);
          const rows = world.accounts.reduce((sum, { tally }) => sum + tally.rows, 0);
          assert.equal(rows, calls);
          const charged = world.accounts.reduce((sum, { tally }) => sum + tally.used, 0n);
          context.diagnostic(
            `${String(rows)} calls of ${String(accounts)} accounts with ${String(keys)} keys, ${String(world.refused)} refused, ${String(quarter.invoices)} requests for invoices, ${formatExact(charged)} CNY charged, ${String(report.checked.statements)} frozen statements: difference 0`,
          );
        } finally {
          await service.stop(0);
          await rm(folder, { recursive: true, force: true });
        }
      },
    );
  });
}

quarterOn('SQLite', () => Promise.resolve({}));
withServer(postgres, 'PostgreSQL', () => {
  let server: PostgresServer;
  before(async () => {
    server = await PostgresServer.start();
  });
  after(() => server.remove());
  quarterOn('PostgreSQL', async () => ({
    TOLLGATE_DATABASE_URL: await server.newDatabase(),
    TOLLGATE_SECRET: 'the-sealing-secret-of-these-tests',
    TOLLGATE_ADMIN_TOKEN: 'test-admin-token-0123456789',
  }));
});
