import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { after, before, describe, test } from 'node:test';
import { uploadBytesMax } from '@tollgate/contract/uploads';
import Fastify, { type FastifyInstance } from 'fastify';
import { waitFor } from '../../test/wait-for.ts';
import { silentLogger } from '../platform/logger.ts';
import { answerFault } from './fault-answer.ts';
import { fileOf, acceptFiles } from './file-body.ts';

describe('files that are uploaded', () => {
  let app: FastifyInstance;
  /** Number of uploads that got a slot so far. */
  let begun = 0;
  /** Clients that leave before they get a slot. */
  let [arrived, left] = [0, 0];
  const open: ClientRequest[] = [];

  before(async () => {
    app = Fastify();
    app.setErrorHandler(answerFault(silentLogger));
    app.addHook('onRequest', async ({ raw, headers }) => {
      if (headers['x-leaves'] === undefined) return;
      arrived += 1;
      await new Promise((resolve) => raw.socket.on('close', resolve));
      left += 1;
    });
    const whose = ({ headers }: { readonly headers: Readonly<Record<string, unknown>> }): string => String(headers['x-whose']);
    acceptFiles(app, { field: 'licence', mediaTypes: ['application/pdf', 'image/png'], whose }, (files) => {
      files.addHook('preParsing', (_request, _reply, _payload, next) => {
        begun += 1;
        next();
      });
      files.post('/files', (asked) => ({ bytes: fileOf(asked).length }));
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
  });
  after(async () => {
    for (const one of open) one.destroy();
    await app.close();
  });

  function post(whose: string, headers: Readonly<Record<string, string>> = {}, agent: Agent | false = false): ClientRequest {
    const { port } = app.server.address() as AddressInfo;
    const given = { 'content-type': 'application/pdf', 'x-whose': whose, ...headers };
    return request({ host: '127.0.0.1', port, method: 'POST', path: '/files', headers: given, agent });
  }

  async function answerTo(sending: ClientRequest) {
    const [response] = (await once(sending, 'response')) as [IncomingMessage];
    const text = (await response.toArray()).join('');
    return { status: response.statusCode, headers: response.headers, body: JSON.parse(text) };
  }

  async function sent(whose: string, body: string | Buffer = 'a file', headers: Readonly<Record<string, string>> = {}) {
    const sending = post(whose, headers);
    sending.end(body);
    return answerTo(sending);
  }

  /** An upload that has a slot and has not ended yet. */
  async function slow(whose: string): Promise<ClientRequest> {
    const before = begun;
    const sending = post(whose);
    sending.on('error', () => undefined);
    sending.write('a');
    open.push(sending);
    await waitFor(() => begun === before + 1, { what: `an upload of ${whose} has begun` });
    return sending;
  }

  async function finish(sending: ClientRequest): Promise<void> {
    sending.end('b');
    assert.equal((await answerTo(sending)).status, 200);
  }

  test('two of one account are taken at once, and more are asked to come again; others are taken meanwhile', async () => {
    const [first, second] = [await slow('one'), await slow('one')];
    const third = await sent('one');
    assert.deepEqual([third.status, third.headers['retry-after']], [429, '5']);
    assert.equal((await sent('other')).status, 200);
    await finish(first);
    assert.equal((await sent('one')).status, 200, 'one has ended');
    second.destroy();
    const again = await slow('one');
    await waitFor(async () => (await sent('one')).status === 200, { what: 'what was broken off has given its place back' });
    await finish(again);
  });

  test('eight are accepted at once, from any sender', async () => {
    const eight: ClientRequest[] = [];
    for (const whose of ['a', 'b', 'c', 'd']) eight.push(await slow(whose), await slow(whose));
    assert.equal((await sent('e')).status, 429);
    await finish(eight[0] as ClientRequest);
    assert.equal((await sent('e')).status, 200);
    assert.equal((await sent('b')).status, 429, 'the place that is free is not for one that has two');
    for (const one of eight.slice(1)) await finish(one);
  });

  test('a connection that is kept gives its place back after each file, and remembers none of them', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const connected = once(app.server, 'connection') as Promise<[Socket]>;
    const heard: number[] = [];
    for (let at = 0; at < 5; at += 1) {
      const sending = post('kept', {}, agent);
      sending.end('a file');
      assert.equal((await answerTo(sending)).status, 200);
      const [socket] = await connected;
      heard.push(socket.listenerCount('close'));
    }
    agent.destroy();
    assert.ok((heard[4] ?? Infinity) <= (heard[0] ?? 0) + 1, String(heard));
  });

  test('who leaves before their place takes none', async () => {
    for (let at = 0; at < 2; at += 1) {
      const leaving = post('hasty', { 'x-leaves': 'yes' });
      leaving.on('error', () => undefined);
      leaving.flushHeaders();
      await waitFor(() => arrived === at + 1, { what: 'it is there' });
      leaving.destroy();
      await waitFor(() => left === at + 1, { what: 'it has left' });
    }
    await finish(await slow('hasty'));
  });

  test('a file is of a stated type and at most 5 MiB; what is none is refused with what is wrong', async () => {
    assert.deepEqual((await sent('one', Buffer.alloc(uploadBytesMax))).body, { bytes: uploadBytesMax });
    const tooLarge = post('one', { 'content-length': String(uploadBytesMax + 1) });
    tooLarge.on('error', () => undefined);
    tooLarge.write('a');
    open.push(tooLarge);
    const large = await answerTo(tooLarge);
    assert.deepEqual([large.status, large.body.error.param], [413, 'licence']);
    assert.deepEqual([large.body.error.reason, large.body.error.params], ['file_too_large', { field: 'licence', max_mb: 5 }]);
    for (const body of ['{}', '{']) {
      const { status } = await sent('one', body, { 'content-type': 'application/json' });
      assert.equal(status, 415, 'it is not even read');
    }
    const none = await fetch(`http://127.0.0.1:${String((app.server.address() as AddressInfo).port)}/files`, { method: 'POST' });
    assert.equal(none.status, 415, 'nothing is no file');
  });

  for (const type of ['image/svg+xml', 'image/gif', 'application/json', 'multipart/form-data; boundary=x', 'no type', null]) {
    test(`a file of another type is refused with those that are taken: ${type ?? 'none'}`, async () => {
      const { port } = app.server.address() as AddressInfo;
      const headers = { 'x-whose': 'typed', ...(type === null ? {} : { 'content-type': type }) };
      for (const body of ['a file', '']) {
        const sending = request({ host: '127.0.0.1', port, method: 'POST', path: '/files', headers });
        sending.end(body);
        const { status, body: answer } = await answerTo(sending);
        assert.deepEqual([status, answer.error.code, answer.error.param], [415, 'unsupported_media_type', 'licence']);
        assert.deepEqual(answer.error.params, { field: 'licence', types: ['application/pdf', 'image/png'] });
      }
    });
  }
});
