import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { AwsClient } from 'aws4fetch';
import { endWithProcess } from '../end-with-process.ts';
import { waitFor } from '../wait-for.ts';
import { findPrograms } from './find-program.ts';
import { freePort } from './free-port.ts';
import type { ServerProgram } from './needed-server.ts';

const run = promisify(execFile);
const parts = ['account', 'container', 'object'] as const;
const servers = [...parts, 'proxy'] as const;
const programs = [...servers.map((name) => `swift-${name}-server`), 'swift-ring-builder'];
const bucket = 'songs';

/** OpenStack Swift, an object store with the S3 protocol, which checks signatures. */
export const swift: ServerProgram = {
  name: 'OpenStack Swift',
  installedBy: 'apt-get install swift-proxy swift-account swift-container swift-object',
  isInstalled: () => findPrograms(programs) !== null,
};

/**
 * By default, each of its servers gives up on another after half a second, and ignores it after a few failures; a busy machine is slower.
 */
const patience = `conn_timeout = 30
node_timeout = 60
recoverable_node_timeout = 60
error_suppression_limit = 1000000`;

function settingsOf(folder: string, port: number, sections: string): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${String(port)}
workers = 0
user = ${process.getuid?.() === 0 ? 'root' : (process.env.USER ?? '')}
swift_dir = ${folder}
devices = ${folder}/devices
mount_check = false
disable_fallocate = true
fallocate_reserve = 0
log_level = ERROR
${patience}
${sections}`;
}

const proxySections = `[pipeline:main]
pipeline = catch_errors cache s3api tempauth copy slo proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:cache]
use = egg:swift#memcache
memcache_servers = 127.0.0.1:1
[filter:s3api]
use = egg:swift#s3api
location = eu-test-1
auto_create_account = true
[filter:tempauth]
use = egg:swift#tempauth
user_test_tester = testing .admin
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
`;

/** Starting `swift-ring-builder` three times per ring would load half of Swift each time. */
const ringsProgram = `
import sys
from swift.common.ring import RingBuilder
for place in sys.argv[1:]:
    path, port = place.rsplit('=', 1)
    builder = RingBuilder(2, 1, 1)
    at = {'ip': '127.0.0.1', 'port': int(port), 'replication_ip': '127.0.0.1', 'replication_port': int(port)}
    builder.add_dev({'id': 0, 'region': 1, 'zone': 1, 'device': 'd1', 'weight': 1.0, 'meta': '', **at})
    builder.rebalance()
    builder.get_ring().save(path)
`;

/** The Python for which a program was installed. */
function interpreterOf(program: string): string {
  const [, path = 'python3'] = /^#! ?(\S*python\S*)/.exec(readFileSync(program, 'utf8')) ?? [];
  return path;
}

/** A private object store on free ports of this machine, with files in a temporary folder and one bucket. */
export class SwiftServer {
  readonly #folder = mkdtempSync(join(tmpdir(), 'tollgate-swift-'));
  readonly #programs: string;
  readonly #processes: ChildProcess[] = [];
  #port = 0;

  private constructor(programFolder: string) {
    this.#programs = programFolder;
  }

  static async start(): Promise<SwiftServer> {
    const folder = findPrograms(programs);
    if (folder === null) throw new Error('OpenStack Swift is not installed');
    const server = new SwiftServer(folder);
    try {
      await server.#begin();
      return server;
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  /** The URL as an operator would write it. */
  get url(): string {
    return this.urlWith('testing');
  }

  urlWith(secret: string, ofBucket = bucket): string {
    return `http://test%3Atester:${secret}@127.0.0.1:${String(this.#port)}/${ofBucket}?region=eu-test-1`;
  }

  /** Names of all objects in the bucket. */
  async list(): Promise<readonly string[]> {
    const answer = await this.#client().fetch(`http://127.0.0.1:${String(this.#port)}/${bucket}?list-type=2`);
    return [...(await answer.text()).matchAll(/<Key>([^<]*)<\/Key>/g)].map(([, key = '']) => key);
  }

  async stop(): Promise<void> {
    for (const child of this.#processes) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #client(): AwsClient {
    const whose = { accessKeyId: 'test:tester', secretAccessKey: 'testing' };
    return new AwsClient({ ...whose, service: 's3', region: 'eu-test-1', retries: 0 });
  }

  async #begin(): Promise<void> {
    const folder = this.#folder;
    mkdirSync(join(folder, 'devices', 'd1'), { recursive: true });
    const policy = '[storage-policy:0]\nname = one\ndefault = yes\n';
    writeFileSync(join(folder, 'swift.conf'), `[swift-hash]\nswift_hash_path_suffix = tests\n${policy}`);
    await this.#beginParts();
    this.#port = await freePort();
    this.#spawn('proxy', this.#port, proxySections);
    const make = () => this.#client().fetch(`http://127.0.0.1:${String(this.#port)}/${bucket}`, { method: 'PUT' });
    await waitFor(async () => (await make().catch(() => null))?.ok === true, { what: 'Swift makes a bucket', everyMs: 100 });
  }

  /** Which server stores what: one server, one device, one copy. */
  async #beginParts(): Promise<void> {
    const ports: number[] = [];
    for (const _ of parts) ports.push(await freePort());
    const places = parts.map((part, index) => `${join(this.#folder, part)}.ring.gz=${String(ports[index])}`);
    await run(interpreterOf(join(this.#programs, 'swift-ring-builder')), ['-c', ringsProgram, ...places]);
    for (const [index, part] of parts.entries())
      this.#spawn(
        part,
        ports[index] ?? 0,
        `[pipeline:main]\npipeline = ${part}-server\n[app:${part}-server]\nuse = egg:swift#${part}\n`,
      );
  }

  #spawn(name: (typeof servers)[number], port: number, sections: string): void {
    const file = join(this.#folder, `${name}-server.conf`);
    writeFileSync(file, settingsOf(this.#folder, port, sections));
    const child = spawn(join(this.#programs, `swift-${name}-server`), [file], { stdio: ['ignore', 'ignore', 'inherit'] });
    child.once(
      'exit',
      endWithProcess(() => child.kill('SIGKILL')),
    );
    this.#processes.push(child);
  }
}
