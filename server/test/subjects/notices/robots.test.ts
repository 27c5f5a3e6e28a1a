/**
 * Goal: alarms reach chat bots of every kind with the format and signature that each requires, and go nowhere else. Method: servers on this
 * machine that respond like the chat bots; compares bodies and signatures with their documentation.
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { robotKinds, type RobotKind } from '@tollgate/contract/notices/robots';
import type { Robot, RobotMessage } from '../../../src/domain/alarms/robots.ts';
import { addressFault, createRobotSender } from '../../../src/robots/robot-sender.ts';
import { createSendWebhook, webhookUrlFault } from '../../../src/robots/send-webhook.ts';
import { waitFor } from '../../wait-for.ts';
import { createPostOutside } from '../../../src/upstream/post-outside.ts';

interface Heard {
  readonly url: URL;
  readonly headers: IncomingMessage['headers'];
  readonly text: string;
}

const nowMs = Date.UTC(2026, 10, 22, 12, 0, 0, 5);
const secret = 'SEC-canary-secret-of-the-robot';
const message: RobotMessage = {
  id: 'group-1',
  kind: 'upstream_key_dead',
  alarms: [
    {
      subject: 'key_1',
      params: {
        provider: 'Acme',
        region: 'domestic',
        key: 'key_1',
        fault: 'status 401 <at user_id="all"> [x](http://evil.test) @all',
      },
      count: 3,
      firstAtMs: nowMs - 60_000,
      lastAtMs: nowMs,
    },
  ],
};
const heard: Heard[] = [];
let answer = { status: 200, body: '{"errcode":0,"errmsg":"ok","code":0,"msg":"success"}', headers: {} };
const server = createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    heard.push({ url: new URL(request.url ?? '', origin), headers: request.headers, text: Buffer.concat(chunks).toString() });
    response.writeHead(answer.status, { 'content-type': 'application/json', ...answer.headers }).end(answer.body);
  });
});
let origin = '';

function senderTo(ownOrigins: readonly string[]) {
  return createRobotSender({
    post: createPostOutside(),
    ownOrigins,
    siteName: () => Promise.resolve('示例<AI>网关'),
    alarmsUrl: () => 'https://console.test/operator/alarms',
    nowMs: () => nowMs,
  });
}

function robot(kind: RobotKind, over: Partial<Robot> = {}): Robot {
  const address = `${origin}/robot/send?access_token=canary-token-of-the-address`;
  return { id: 'rob_1', name: 'one', kind, locale: 'zh', address, secret, ...over };
}

async function sent(kind: RobotKind, over: Partial<Robot> = {}, what = message): Promise<Heard> {
  heard.length = 0;
  assert.equal(await senderTo([origin]).send(robot(kind, over), what), null);
  const [only, ...more] = heard;
  assert.ok(only !== undefined && more.length === 0);
  assert.equal(only.headers['content-type'], 'application/json; charset=utf-8');
  return only;
}

before(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

void describe('robots', () => {
  test('DingTalk gets markdown, signed by its address over time and secret', async () => {
    const { url, text } = await sent('dingtalk');
    assert.equal(url.searchParams.get('access_token'), 'canary-token-of-the-address');
    assert.equal(url.searchParams.get('timestamp'), String(nowMs));
    const expected = createHmac('sha256', secret)
      .update(`${String(nowMs)}\n${secret}`)
      .digest('base64');
    assert.equal(url.searchParams.get('sign'), expected);
    assert.ok(url.search.includes(`sign=${encodeURIComponent(expected)}`), 'coded as an address asks for it');
    const body = JSON.parse(text) as { msgtype: string; markdown: { title: string; text: string } };
    assert.deepEqual(Object.keys(body), ['msgtype', 'markdown']);
    assert.equal(body.msgtype, 'markdown');
    assert.equal(body.markdown.title, '示例＜AI＞网关：上游密钥被拒绝');
    assert.match(
      body.markdown.text,
      /^### 示例＜AI＞网关：上游密钥被拒绝\n\n- Acme（境内）的密钥 key 1：status 401 .*（3 次）\n\n/,
    );
    assert.ok(body.markdown.text.endsWith('查看：https://console.test/operator/alarms'));
  });

  test('WeCom gets markdown of at most 4096 bytes, unsigned', async () => {
    const [one] = message.alarms;
    assert.ok(one);
    const alarms = Array.from({ length: 60 }, (_, at) => ({
      ...one,
      params: { ...one.params, fault: `${'长'.repeat(250)} ${String(at)}` },
    }));
    const { url, text } = await sent('wecom', { secret: null }, { ...message, alarms });
    assert.equal(url.search, '?access_token=canary-token-of-the-address');
    const body = JSON.parse(text) as { msgtype: string; markdown: { content: string } };
    assert.deepEqual(Object.keys(body), ['msgtype', 'markdown']);
    assert.deepEqual(Object.keys(body.markdown), ['content']);
    assert.ok(Buffer.byteLength(body.markdown.content) <= 4096);
    assert.match(body.markdown.content, /另有 5\d 条/);
  });

  test('Feishu gets text, with time and secret as the key of an empty message', async () => {
    const body = JSON.parse((await sent('feishu')).text) as Readonly<Record<string, unknown>>;
    const stamp = String(Math.floor(nowMs / 1000));
    assert.equal(body.timestamp, stamp);
    assert.equal(body.sign, createHmac('sha256', `${stamp}\n${secret}`).update('').digest('base64'));
    assert.equal(body.msg_type, 'text');
    assert.ok((body.content as { text: string }).text.startsWith('示例＜AI＞网关：上游密钥被拒绝\nAcme（境内）'));
    const unsigned = JSON.parse((await sent('feishu', { secret: null })).text) as Readonly<Record<string, unknown>>;
    assert.deepEqual(Object.keys(unsigned), ['msg_type', 'content']);
  });

  test("an operator's own server gets all of it as JSON, signed over time and body", async () => {
    const { headers, text } = await sent('webhook', { locale: 'en' });
    const stamp = String(Math.floor(nowMs / 1000));
    const digest = createHmac('sha256', secret).update(`${stamp}.${text}`).digest('hex');
    assert.equal(headers['x-tollgate-signature'], `t=${stamp},v1=${digest}`);
    const body = JSON.parse(text) as { id: string; type: string; kind: string; alarms: readonly { count: number }[] };
    assert.deepEqual([body.id, body.type, body.kind, body.alarms[0]?.count], ['group-1', 'alarm', 'upstream_key_dead', 3]);
  });

  test('nothing that an error quotes calls people, links or is markup', async () => {
    for (const kind of ['dingtalk', 'wecom', 'feishu'] as const) {
      const { text } = await sent(kind);
      assert.ok(!/<at|\[x\]|@all/.test(text), kind);
    }
  });

  test('a robot says in its answer, and not by its status, whether it has taken the message; what it quotes of secrets is kept back', async () => {
    const refused = {
      dingtalk: '{"errcode":310000,"errmsg":"sign not match canary-token-of-the-address"}',
      wecom: '{"errcode":93000,"errmsg":"invalid webhook url canary-token-of-the-address"}',
      feishu: '{"code":19021,"msg":"sign match fail SEC-canary-secret-of-the-robot"}',
    } as const;
    for (const [kind, body] of Object.entries(refused) as [keyof typeof refused, string][]) {
      answer = { status: 200, body, headers: {} };
      const fault = await senderTo([origin]).send(robot(kind), message);
      assert.match(fault ?? '', /310000|93000|19021/);
      assert.ok(!fault?.includes('canary'), fault ?? '');
    }
    answer = { status: 200, body: '<html>', headers: {} };
    assert.match((await senderTo([origin]).send(robot('wecom'), message)) ?? '', /no JSON/);
    answer = { status: 500, body: 'x'.repeat(200_000), headers: {} };
    assert.equal(await senderTo([origin]).send(robot('webhook'), message), 'it answered 500');
    answer = { status: 302, body: '', headers: { location: 'http://169.254.169.254/' } };
    assert.match((await senderTo([origin]).send(robot('webhook'), message)) ?? '', /redirect/);
    answer = { status: 200, body: '{"errcode":0,"code":0}', headers: {} };
  });

  test('a robot lives where its kind does, or where the operator has named a server, and nowhere else', async () => {
    const own = ['http://10.0.0.5:8080'];
    const elsewhere = [
      ...['http://oapi.dingtalk.com/robot/send', 'https://oapi.dingtalk.com.evil.test/', 'https://user:pw@oapi.dingtalk.com/'],
      ...['file:///etc/passwd', 'http://127.0.0.1:1/', 'http://10.0.0.5/', 'https://oapi.dingtalk.com:8443/', 'nonsense'],
    ];
    for (const kind of robotKinds)
      for (const address of elsewhere) assert.notEqual(addressFault(kind, address, own), null, address);
    assert.equal(addressFault('dingtalk', 'https://oapi.dingtalk.com/robot/send?access_token=x', own), null);
    assert.equal(addressFault('feishu', 'https://open.larksuite.com/open-apis/bot/v2/hook/x', own), null);
    assert.equal(addressFault('webhook', 'http://10.0.0.5:8080/alarms', own), null);
    heard.length = 0;
    for (const link of ['http://169.254.169.254', 'http://[fe80::1]:8080'])
      assert.match(
        addressFault('webhook', `${link}/latest`, [link]) ?? '',
        /link-local/,
        'not even at an origin of the operator',
      );
    assert.match((await senderTo([]).send(robot('dingtalk'), message)) ?? '', /its address must begin with/);
    assert.equal(heard.length, 0, 'an origin that is named no more is not written to');
  });

  test('webhooks of accounts go to public https addresses alone, signed over time and body, and an answer is believed by its status', async () => {
    const bad = [
      ...[
        'http://hooks.example.com/',
        'https://user:pw@hooks.example.com/',
        'https://hooks.example.com:22/',
        'ftp://x.test/',
        'x',
      ],
      'https://hooks.example.com/#x',
    ];
    for (const url of bad) assert.notEqual(webhookUrlFault(url), null, url);
    assert.match(webhookUrlFault('https://169.254.169.254/latest') ?? '', /link-local/);
    assert.equal(webhookUrlFault('https://hooks.example.com:8443/a?token=b'), null);
    const toHere = createPostOutside();
    const guarded = createSendWebhook({ post: toHere, nowMs: () => nowMs });
    heard.length = 0;
    const within = [
      ...[
        `${origin}/`,
        'https://127.0.0.1/',
        'https://[::1]/',
        'https://169.254.169.254/',
        'https://10.1.2.3/',
        'https://0.0.0.0/',
      ],
      ...[
        'https://2130706433/',
        'https://0x7f.1/',
        'https://[::ffff:127.0.0.1]/',
        'https://[64:ff9b::7f00:1]/',
        'https://localhost/',
      ],
      ...['https://100.64.0.1/', 'https://[fd00::1]/', 'https://[2002:7f00:1::]/'],
    ];
    for (const url of within)
      assert.deepEqual(
        await guarded({ url, secret, body: '{}' }),
        { status: null, failure: 'its host does not have public addresses only' },
        url,
      );
    assert.equal(heard.length, 0);
    // The same, with connections to this machine allowed.
    const send = createSendWebhook({ post: (post) => toHere({ ...post, allowPrivate: true }), nowMs: () => nowMs });
    assert.deepEqual(await send({ url: `${origin}/`, secret, body: '{"type":"cap_90"}' }), { status: 200, failure: null });
    const stamp = String(Math.floor(nowMs / 1000));
    const digest = createHmac('sha256', secret).update(`${stamp}.{"type":"cap_90"}`).digest('hex');
    assert.equal(heard[0]?.headers['x-tollgate-signature'], `t=${stamp},v1=${digest}`);
    answer = { status: 204, body: '', headers: {} };
    assert.deepEqual(await send({ url: `${origin}/`, secret, body: '{}' }), { status: 204, failure: null });
    answer = { status: 302, body: '', headers: { location: `${origin}/elsewhere` } };
    heard.length = 0;
    assert.match((await send({ url: `${origin}/`, secret, body: '{}' })).failure ?? '', /redirect, which is not followed/);
    assert.deepEqual(
      heard.map(({ url }) => url.pathname),
      ['/'],
    );
    answer = { status: 410, body: 'canary'.repeat(100_000), headers: {} };
    assert.deepEqual(await send({ url: `${origin}/`, secret, body: '{}' }), { status: 410, failure: 'it answered 410' });
    answer = { status: 200, body: '{"errcode":0,"code":0}', headers: {} };
  });

  test('a name that leads into a private network is not connected to, nor one that leads there when it is asked again', async () => {
    const at = (address: string) => ({ address, family: 4 });
    const url = `http://hook.example.com:${new URL(origin).port}/`;
    let asked = 0;
    const postOf = (answers: readonly (readonly object[])[]) =>
      createPostOutside(((_host: string, _options: object, done: (error: null, all: readonly object[]) => void) => {
        done(null, answers[Math.min(asked, answers.length - 1)] ?? []);
        asked += 1;
      }) as never);
    heard.length = 0;
    for (const answers of [[[at('127.0.0.1')]], [[at('192.0.2.1'), at('127.0.0.1')]], [[at('93.184.216.34'), at('10.0.0.1')]]]) {
      asked = 0;
      const refused = postOf(answers)({ url, headers: {}, body: '{}', allowPrivate: false });
      await assert.rejects(refused, /does not have public addresses only/);
      assert.equal(asked, 1);
    }
    // Public when checked, and private a moment later: the connection uses the checked address.
    asked = 0;
    const rebound = postOf([[at('93.184.216.34')], [at('127.0.0.1')]]);
    await Promise.race([
      rebound({ url, headers: {}, body: '{}', allowPrivate: false }).catch(() => undefined),
      waitFor(() => asked > 0, { what: 'the name is looked up' }),
    ]);
    assert.deepEqual([asked, heard.length], [1, 0]);
    const post = postOf([[at('127.0.0.1')]]);
    await assert.rejects(post({ url: `${origin}/`, headers: {}, body: '{}', allowPrivate: false }), /public addresses only/);
    assert.equal(heard.length, 0);
  });
});
