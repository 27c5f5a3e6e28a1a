/** Goal: the network that can be cut follows its instructions and leaves nothing behind; otherwise the tests based on it prove nothing. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { test } from 'node:test';
import { inTime, waitFor } from '../wait-for.ts';
import { withServer } from './needed-server.ts';
import { ipProgram, NetworkNamespace, networkNamespaces } from './network-namespace.ts';

/** Relays data between a client and the servers, and reports each step to the client. */
const relay = `
const { connect } = require('node:net');
const [serversHost, serversPort, clientsHost, clientsPort] = process.argv.slice(1);
const [server, client] = [connect(+serversPort, serversHost), connect(+clientsPort, clientsHost)];
client.on('data', (data) => { client.write('taken '); server.write(data); });
server.on('data', (data) => client.write(data));
server.on('error', () => client.write('broken '));
server.on('close', () => client.write('closed '));
`;

async function listen(host: string, accept: (socket: Socket) => void): Promise<{ server: Server; place: readonly string[] }> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    accept(socket);
  }).listen(0, host);
  await once(server, 'listening');
  return { server, place: [host, String((server.address() as AddressInfo).port)] };
}

async function cutAndMend(network: NetworkNamespace): Promise<void> {
  const echo = await listen(network.servers.here, (socket) => socket.pipe(socket));
  const met = Promise.withResolvers<Socket>();
  const outside = await listen(network.clients.here, met.resolve);
  const [command = '', ...args] = network.command;
  const child = spawn(command, [...args, process.execPath, '-e', relay, ...echo.place, ...outside.place], { stdio: 'inherit' });
  try {
    const client = await inTime(met.promise, { what: 'the program in the network calls' });
    let heard = '';
    client.setEncoding('utf8').on('data', (text: string) => (heard += text));
    client.write('one ');
    await waitFor(() => heard === 'taken one ', { what: () => `an answer; heard: ${heard}` });
    network.cut(true);
    client.write('two ');
    await waitFor(() => heard === 'taken one taken ', { what: () => `only what is not cut; heard: ${heard}` });
    network.cut(false);
    await waitFor(() => heard === 'taken one taken two ', { what: () => `the rest, on the same connection; heard: ${heard}` });
  } finally {
    child.kill('SIGKILL');
    await once(child, 'close');
    for (const { server } of [echo, outside]) server.close();
  }
}

/** Every network resource on this machine that shows its owner. */
function traces(name: string): readonly string[] {
  const block = name.split('-').at(-1) ?? '';
  const all = ['netns list', 'link show', 'route show'].map(
    (args) => spawnSync(ipProgram, args.split(' '), { encoding: 'utf8' }).stdout,
  );
  return [`${name}\\b`, `\\btg${block}[sc]\\b`].filter((trace) => new RegExp(trace).test(all.join('\n')));
}

/** A process that creates a network and is killed by a signal before it removes it; returns the name. */
async function endedBy(signal: NodeJS.Signals): Promise<string> {
  const file = JSON.stringify(new URL('./network-namespace.ts', import.meta.url).href);
  const script = `const { NetworkNamespace } = await import(${file});
    console.log(NetworkNamespace.open().command.at(-1));
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [name] = (await inTime(once(child.stdout, 'data'), { what: 'the network is there' })) as [Buffer];
  assert.notDeepEqual(traces(name.toString().trim()), []);
  child.kill(signal);
  await inTime(once(child, 'close'), { what: 'the process ends' });
  return name.toString().trim();
}

withServer(networkNamespaces, 'a network of its own for a process', () => {
  void test('that is cut loses packets and breaks nothing: connections go on where they were, others never stopped', async () => {
    const network = NetworkNamespace.open();
    try {
      await cutAndMend(network);
    } finally {
      network.close();
    }
    assert.deepEqual(traces(network.command.at(-1) ?? ''), []);
  });

  void test('is gone with a process that is asked to end, and after one that is killed it goes with the next', async () => {
    assert.deepEqual(traces(await endedBy('SIGTERM')), []);
    const left = await endedBy('SIGKILL');
    NetworkNamespace.open().close();
    assert.deepEqual(traces(left), []);
  });
});
