import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { formatExact, parseAmount } from '@tollgate/contract/money';
import { startFixture, type Fixture } from '../../gateway/fixture.ts';
import { group, sampleRecord } from '../../storage/sample-books.ts';
import { waitFor } from '../../wait-for.ts';
import { openConsole, type ConsoleBench } from '../../console/console-bench.ts';

const few = 300;
const many = 50_400;
const nasty = '=cmd()|"quoted", 逗号\r\n<&>_x0041_😀';
const office = '/usr/bin/soffice';

describe('exports of the call log', () => {
  let fixture: Fixture;
  let bench: ConsoleBench;
  let of: string;
  let folder: string;
  let keyId: string;
  const charges: bigint[] = [];

  /** Calls with charges down to the nano; the newest ones use a separate model. */
  async function addCalls(count: number, model: string): Promise<void> {
    const { storage, gateway } = fixture.service;
    for (let done = 0; done < count; done += 1000) {
      const records = Array.from({ length: Math.min(1000, count - done) }, (_, at) => {
        const charge = BigInt(done + at) * 1_000_003n;
        charges.push(charge);
        const own = { accountId: fixture.accountId, keyId, model, charge, error: at % 100 === 0 ? nasty : null };
        return sampleRecord(gateway.ids, gateway.clock.nowMs(), own);
      });
      await storage.engine.commitGroup(group({ closed: records }), gateway.ids.uuid());
    }
    fixture.clock.advance(60_000);
  }

  before(async () => {
    fixture = await startFixture();
    bench = await openConsole(fixture.service);
    of = `/accounts/${fixture.accountId}/exports`;
    folder = mkdtempSync(join(tmpdir(), 'tollgate-exports-'));
    await bench.join(fixture.accountId, 'owner', 'owner');
    const [key] = await fixture.service.storage.stores.keys.list({ accountId: fixture.accountId }, { limit: 1, after: null });
    keyId = key?.key.id ?? '';
    await addCalls(few, 'test/few');
  });
  after(async () => {
    rmSync(folder, { recursive: true, force: true });
    await bench.close();
    await fixture.close();
  });

  async function made(body: object) {
    const answer = await bench.ask('owner', 'POST', of, { body });
    assert.equal(answer.status, 201, JSON.stringify(answer.body));
    return answer.body;
  }

  async function content(id: string): Promise<Buffer> {
    const answer = await bench.fetch('owner', `${of}/${id}/content`);
    assert.equal(answer.status, 200, answer.status === 200 ? '' : await answer.text());
    assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename="tollgate-calls-/);
    return Buffer.from(await answer.arrayBuffer());
  }

  it('a file is named after the days of its filter in the zone of the service', async () => {
    const nameOf = async (filter: object): Promise<string | undefined> => {
      const { id } = await made({ format: 'csv', filter });
      const answer = await bench.fetch('owner', `${of}/${String(id)}/content`);
      await answer.arrayBuffer();
      return /tollgate-calls-(.*)\.csv/.exec(answer.headers.get('content-disposition') ?? '')?.[1];
    };
    assert.equal(
      await nameOf({ from: '2026-10-01T00:00:00+08:00', to: '2026-11-01T00:00:00+08:00' }),
      '2026-10-01-to-2026-10-31',
    );
    assert.equal(await nameOf({ from: '2026-10-03T00:00:00+08:00', to: '2026-10-04T00:00:00+08:00' }), '2026-10-03');
    assert.match((await nameOf({})) ?? '', /^[\d-]{10}-to-2026-11-21$/, 'all calls that are kept');
  });

  const sumOf = (of: readonly bigint[]): string => formatExact(of.reduce((sum, charge) => sum + charge, 0n));

  it('CSV has every call, the exact sum last, and no text that a program takes for a formula', async () => {
    const { id, state } = await made({ format: 'csv', locale: 'en', filter: { model: 'test/few' } });
    assert.equal(state, 'ready');
    const text = (await content(id)).toString('utf8');
    assert.ok(text.startsWith('\ufeffTime,Call ID,'));
    assert.ok(text.includes(`"'=cmd()|""quoted"", 逗号`), 'a formula is text');
    const lines = text.trimEnd().split('\r\n');
    const cells = (lines.at(-1) ?? '').split(',');
    assert.equal(cells[0], 'Total');
    assert.equal(
      cells.find((cell) => cell.includes('.')),
      sumOf(charges.slice(0, few)),
    );
    assert.equal(text.match(/chat\.completions/g)?.length, few);
  });

  it('CSV for older programs is GB 18030, with every character', async () => {
    const { id } = await made({ format: 'csv', encoding: 'gb18030', filter: { model: 'test/few' } });
    const text = new TextDecoder('gb18030').decode(await content(id));
    assert.ok(text.startsWith('时间,调用 ID,'));
    assert.ok(text.includes('😀'));
    assert.ok(text.includes(',完整送达,') && !text.includes(',complete,'), 'a Chinese file says how a call ended in Chinese');
  });

  it(
    'XLSX opens in LibreOffice and adds up: charges are numbers, exact amounts text, formulas nowhere',
    { skip: !existsSync(office) },
    async () => {
      const { id } = await made({ format: 'xlsx', locale: 'en', filter: { model: 'test/few' } });
      writeFileSync(join(folder, 'calls.xlsx'), await content(id));
      const asCsv = 'csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1';
      execFileSync(
        office,
        [
          `-env:UserInstallation=file://${folder}/office`,
          '--headless',
          '--convert-to',
          asCsv,
          '--outdir',
          folder,
          join(folder, 'calls.xlsx'),
        ],
        {
          stdio: 'ignore',
          timeout: 120_000,
        },
      );
      const text = readFileSync(join(folder, 'calls-Calls.csv'), 'utf8');
      assert.ok(text.includes('=cmd()|'), 'a text that begins like a formula stays a text');
      const exact = [...text.matchAll(/test\/few,200,complete,,(?:"(?:[^"]|"")*")?,1,12,4,30,([\d.]+),([\d.]+),/g)];
      assert.equal(exact.length, few);
      assert.equal(
        formatExact(exact.reduce((sum, [, , amount = '0']) => sum + parseAmount(amount), 0n)),
        sumOf(charges.slice(0, few)),
      );
      const last = text.trimEnd().split('\n').at(-1) ?? '';
      assert.ok(last.startsWith('Total,') && last.includes(sumOf(charges.slice(0, few))), last);
    },
  );

  it('many calls are exported as a file that reports its progress and can be downloaded again; one at a time, and not visible to others', async () => {
    await addCalls(many, 'test/many');
    const body = { format: 'csv', locale: 'en', filter: { model: 'test/many' } };
    const begun = await made(body);
    assert.equal(begun.state, 'waiting');
    assert.equal((await bench.ask('owner', 'POST', of, { body })).status, 409);
    assert.equal((await bench.fetch('owner', `${of}/${String(begun.id)}/content`)).status, 409);
    const isReady = async (): Promise<boolean> => {
      fixture.clock.advance(100);
      return (await bench.ask('owner', 'GET', `${of}/${String(begun.id)}`)).body.state === 'ready';
    };
    // Its thread has a lower priority than everything else on the machine.
    await waitFor(isReady, { what: 'the file is made', everyMs: 10, withinMs: 200_000 });
    const { body: done } = await bench.ask('owner', 'GET', `${of}/${String(begun.id)}`);
    assert.deepEqual([done.rows_done, done.rows_total], [many, many]);
    for (let again = 0; again < 2; again += 1) {
      const text = (await content(begun.id)).toString('utf8');
      assert.equal(text.match(/chat\.completions/g)?.length, many);
      assert.ok((text.trimEnd().split('\r\n').at(-1) ?? '').includes(sumOf(charges.slice(few))));
    }
    assert.equal((await bench.ask('stranger', 'GET', `${of}/${String(begun.id)}`)).status, 404);
    assert.equal((await bench.ask('owner', 'DELETE', `${of}/${String(begun.id)}`)).body.state, 'cancelled');
    assert.equal((await bench.fetch('owner', `${of}/${String(begun.id)}/content`)).status, 409);
    const next = await made(body);
    assert.equal((await bench.ask('owner', 'DELETE', `${of}/${String(next.id)}`)).body.state, 'cancelled');
    assert.equal((await made(body)).state, 'waiting', 'a cancelled one is in nobody’s way');
  });
});
