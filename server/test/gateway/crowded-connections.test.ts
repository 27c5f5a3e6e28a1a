/** Goal: one client network that opens as many connections as it can locks out nobody else, and operators are informed. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { waitFor } from '../wait-for.ts';
import { startFixture, type Fixture } from './fixture.ts';

const max = 40;
let fixture: Fixture;
const sockets: Socket[] = [];
before(async () => {
  fixture = await startFixture({ env: { TOLLGATE_CONNECTIONS_MAX: String(max) } });
});
after(async () => {
  for (const socket of sockets) socket.destroy();
  await fixture.close();
});

/** Opens one connection and requests health over it. @returns whether it was answered and is kept. */
async function holdOne(localAddress: string): Promise<boolean> {
  const socket = connect({ port: fixture.port, host: '127.0.0.1', localAddress });
  sockets.push(socket);
  // A refused connection may be reset.
  socket.on('error', () => undefined);
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  const answered = once(socket, 'data').then(() => true);
  const closed = once(socket, 'close').then(() => false);
  return Promise.race([answered, closed]);
}

/** Requests health from another network. */
async function healthOf(localAddress: string): Promise<number | undefined> {
  const asking = request({ port: fixture.port, host: '127.0.0.1', localAddress, path: '/healthz', agent: false });
  asking.end();
  const [response] = (await once(asking, 'response')) as [{ statusCode?: number; resume(): void }];
  response.resume();
  return response.statusCode;
}

test('one network can hold half of the connections; another one is served, and operators get an alarm', async () => {
  let held = 0;
  for (let at = 0; at < max; at += 1) held += Number(await holdOne('127.0.0.9'));
  assert.ok(held >= max / 2 - 2 && held <= max / 2, `${String(held)} connections are held`);
  for (const other of ['127.0.0.10', '127.0.0.11']) assert.equal(await healthOf(other), 200);
  const isRaised = async (): Promise<boolean> => {
    fixture.clock.advance(10_000);
    const { body } = await fixture.admin('GET', '/alarms');
    return JSON.stringify(body).includes('connections_crowded');
  };
  await waitFor(isRaised, { what: 'the alarm', everyMs: 20 });
  for (const socket of sockets) socket.destroy();
  await waitFor(async () => holdOne('127.0.0.9'), { what: 'room for the network again', everyMs: 20 });
});
