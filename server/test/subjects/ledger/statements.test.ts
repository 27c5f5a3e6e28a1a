import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { formatExact, parseAmount } from '@tollgate/contract/money';
import { startFixture, type Fixture } from '../../gateway/fixture.ts';
import { chat } from '../../scripted-upstream/behaviours.ts';
import { waitFor } from '../../wait-for.ts';
import { openConsole, type ConsoleBench } from '../../console/console-bench.ts';

const office = '/usr/bin/soffice';
const minuteMs = 60_000;
const nasty = '=cmd()|"quoted", 逗号';
const calls = 3;

describe('monthly statements and the budget of an account', () => {
  let fixture: Fixture;
  let bench: ConsoleBench;
  let of: string;
  before(async () => {
    fixture = await startFixture({
      env: { TOLLGATE_SMTP_URL: 'smtp://127.0.0.1:9', TOLLGATE_MAIL_FROM: 'service@example.com' },
      account: { email: 'books@example.com' },
      keySettings: { remark: nasty },
    });
    bench = await openConsole(fixture.service);
    of = `/accounts/${fixture.accountId}`;
    for (const role of ['owner', 'finance', 'developer'] as const) await bench.join(fixture.accountId, role, role);
    fixture.upstream.otherwise(chat());
    for (let at = 0; at < calls; at += 1) {
      const answer = await fetch(`${fixture.service.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${fixture.key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'test/chat', messages: [{ role: 'user', content: 'Hello' }] }),
      });
      assert.equal(answer.status, 200, await answer.text());
    }
    await fixture.service.storage.books.flush();
  });
  after(async () => {
    await bench.close();
    await fixture.close();
  });

  const ask = async (path: string, who = 'finance') => bench.ask(who, 'GET', `${of}${path}`);

  async function file(query: string): Promise<Buffer> {
    const answer = await bench.fetch('finance', `${of}/statements/2026-11/content?${query}`);
    assert.equal(answer.status, 200, answer.status === 200 ? '' : await answer.text());
    assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename="tollgate-statement-2026-11\./);
    return Buffer.from(await answer.arrayBuffer());
  }

  /** Lets time pass until its jobs have run. */
  async function until(iso: string, isDone: () => Promise<boolean>, what: string): Promise<void> {
    fixture.clock.block(Math.max(0, Date.parse(iso) - fixture.clock.nowMs()));
    await waitFor(
      async () => {
        fixture.clock.advance(minuteMs);
        await fixture.service.storage.books.flush();
        return await isDone();
      },
      { what },
    );
  }

  async function kinds(): Promise<readonly string[]> {
    const { body } = await bench.ask('owner', 'GET', `${of}/notices`);
    return body.data.map(({ kind }: { kind: string }) => kind).reverse();
  }

  async function mails(): Promise<readonly string[]> {
    const { body } = await fixture.admin('GET', '/mails?recipient=books@example.com');
    return body.data.map(({ template }: { template: string }) => template);
  }

  it('the current month is provisional, adds up, and is for those who pay alone', async () => {
    const { body: statement } = await ask('/statements/2026-11');
    const { body: list } = await ask('/statements');
    assert.deepEqual(
      list.data.map(({ month, state }: { month: string; state: string }) => [month, state]),
      [['2026-11', 'provisional']],
    );
    const nano = (name: string): bigint => parseAmount(statement[name], { negativeAllowed: true });
    assert.equal(nano('opening') + nano('credits') - nano('usage'), nano('closing'));
    assert.equal(statement.credits, '100.0000');
    assert.ok(nano('usage') > 0n);
    for (const part of ['by_model', 'by_key', 'by_sub_account']) {
      assert.equal(statement[part].lines.length, 1);
      assert.deepEqual([statement[part].lines[0].amount, statement[part].lines[0].calls], [statement.usage, String(calls)]);
    }
    assert.equal(statement.by_key.lines[0].name, nasty);
    const { body: billing } = await ask('/billing');
    const { paid, consumed, consumed_closed: closed } = billing.paid;
    assert.deepEqual([paid, consumed, closed, billing.month.spent], ['100.0000', statement.usage, '0.0000', statement.usage]);
    assert.equal((await ask('/statements/2026-11', 'developer')).status, 403);
    assert.equal((await ask('/statements/2026-11', 'stranger')).status, 404);
    for (const month of ['2026-12', '2026-10']) assert.equal((await ask(`/statements/${month}`)).status, 404, month);
    assert.equal((await ask('/statements/2026-13')).status, 400);
  });

  it('as CSV, every amount is exact to the nano and no text is a formula', async () => {
    const { body: statement } = await ask('/statements/2026-11');
    const text = (await file('format=csv&locale=en')).toString('utf8');
    assert.ok(text.startsWith('\ufeffItem,ID,Name,Time,Charged calls,Amount (CNY)\r\n'));
    const rows = text
      .trimEnd()
      .split('\r\n')
      .map((line) => [line.split(',')[0], line.split(',').at(-1)]);
    const exact = (amount: string): string => formatExact(parseAmount(amount, { negativeAllowed: true }));
    const used = exact(`-${String(statement.usage)}`);
    assert.deepEqual(rows.slice(1), [
      ['Opening balance', '0'],
      ['Credit', '100'],
      ['By model', used],
      ['By key', used],
      ['By sub-account', used],
      ['Total credits', '100'],
      ['Total usage', used],
      ['Closing balance', exact(statement.closing)],
    ]);
    assert.ok(text.includes(`"'=cmd()|""quoted"", 逗号"`));
    const older = new TextDecoder('gb18030').decode(await file('format=csv&encoding=gb18030'));
    assert.ok(older.startsWith('项目,ID,名称,'));
  });

  it('XLSX opens in LibreOffice, each sheet with its exact amounts as text', { skip: !existsSync(office) }, async () => {
    const { body: statement } = await ask('/statements/2026-11');
    const folder = mkdtempSync(join(tmpdir(), 'tollgate-statements-'));
    writeFileSync(join(folder, 'statement.xlsx'), await file('format=xlsx&locale=en'));
    const asCsv = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1';
    const profile = `-env:UserInstallation=file://${folder}/office`;
    const args = [profile, '--headless', '--convert-to', asCsv, '--outdir', folder, join(folder, 'statement.xlsx')];
    execFileSync(office, args, { stdio: 'ignore', timeout: 120_000 });
    const sheets = readdirSync(folder).filter((name) => name.endsWith('.csv'));
    assert.deepEqual(
      sheets.toSorted(),
      ['By key', 'By model', 'By sub-account', 'Credits', 'Statement'].map((name) => `statement-${name}.csv`),
    );
    const text = (name: string): string => readFileSync(join(folder, `statement-${name}.csv`), 'utf8');
    const exact = formatExact(parseAmount(statement.usage));
    assert.match(text('Statement'), new RegExp(`^Total usage,-[\\d.]+,-${exact}$`, 'm'));
    assert.ok(text('By key').includes('=cmd()|'), 'a text that begins like a formula stays a text');
    for (const part of ['By key', 'By model', 'By sub-account']) assert.match(text(part), new RegExp(`^Total,.*,${exact}$`, 'm'));
    rmSync(folder, { recursive: true, force: true });
  });

  it('a monthly budget reminds at 80, 90 and 100 %, by mail at 90 and 100, and stops no call', async () => {
    const refused = await bench.ask('finance', 'PATCH', `${of}/billing`, { body: { monthly_budget: '0' } });
    assert.deepEqual([refused.status, refused.body.error.param], [400, 'monthly_budget']);
    assert.equal((await bench.ask('developer', 'PATCH', `${of}/billing`, { body: {} })).status, 403);
    const body = { monthly_budget: '0.0001', statement_mail: true };
    const set = await bench.ask('finance', 'PATCH', `${of}/billing`, { body });
    assert.deepEqual([set.body.monthly_budget, set.body.statement_mail], ['0.0001', true]);
    const all = ['budget_80', 'budget_90', 'budget_100'];
    await until('2026-11-21T05:00:00Z', async () => (await mails()).length === 2, 'the mails');
    assert.deepEqual(await kinds(), all);
    const answer = await fetch(`${fixture.service.url}/v1/models`, { headers: { authorization: `Bearer ${fixture.key}` } });
    assert.equal(answer.status, 200);
    await bench.ask('finance', 'PATCH', `${of}/billing`, { body: { monthly_budget: '1000' } });
  });

  it('is frozen once its last hour is closed, mailed on day 2 if the account wishes, once, and never changes', async () => {
    const before = (await ask('/statements/2026-11')).body;
    const isFrozen = async (): Promise<boolean> => (await ask('/statements/2026-11')).body.state === 'frozen';
    await until('2026-11-30T15:50:00Z', async () => fixture.clock.nowMs() > Date.parse('2026-11-30T17:05:00Z'), 'an hour');
    assert.equal(await isFrozen(), false, 'an hour after its end its last hour is open');
    await until('2026-11-30T18:00:00Z', isFrozen, 'the statement is frozen');
    const { frozen_at: frozenAt, ...frozen } = (await ask('/statements/2026-11')).body;
    assert.ok(Date.parse(frozenAt) >= Date.parse('2026-11-30T18:00:00Z'));
    assert.deepEqual({ ...frozen, state: 'provisional', frozen_at: null }, before);
    const { body: list } = await ask('/statements');
    assert.deepEqual(
      list.data.map(({ month, state }: { month: string; state: string }) => [month, state]),
      [
        ['2026-12', 'provisional'],
        ['2026-11', 'frozen'],
      ],
    );
    assert.equal(list.data[0].opening, frozen.closing);
    assert.equal((await ask('/billing')).body.paid.consumed_closed, frozen.usage);
    assert.equal((await kinds()).includes('statement_ready'), false, 'on the first day');
    await until('2026-12-01T16:00:00Z', async () => (await mails()).length === 3, 'the mail of the statement');
    await until('2026-12-01T19:30:00Z', async () => fixture.clock.nowMs() > Date.parse('2026-12-01T21:00:00Z'), 'hours pass');
    assert.equal((await kinds()).filter((kind) => kind === 'statement_ready').length, 1);
    await until('2026-12-31T18:30:00Z', async () => (await ask('/statements/2026-12')).body.state === 'frozen', 'the next one');
    const quiet = (await ask('/statements/2026-12')).body;
    assert.deepEqual(
      [quiet.opening, quiet.closing, quiet.usage],
      [frozen.closing, frozen.closing, '0.0000'],
      'a month of nothing',
    );
    assert.equal((await mails()).length, 3);
    const report = await fixture.admin('POST', '/audit');
    // The account of the first start received its trial credit.
    assert.deepEqual([report.body.ok, report.body.difference, report.body.checked.statements], [true, '0', 2]);
  });
});
