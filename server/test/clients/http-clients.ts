/** HTTP clients of many languages without any setting, and how to run each. */
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findPrograms } from '../servers/find-program.ts';
import type { ServerProgram } from '../servers/needed-server.ts';
import { printedBy, type ClientsWorld } from './clients-world.ts';
import { curlCalls } from './curl-calls.ts';
import { goBuild, goClients, goEnvironment, jarsFolder, javaClients, pythonClients, rustClients } from './installed.ts';

export interface HttpClient {
  readonly name: string;
  readonly needs: ServerProgram;
  /** Part of `npm run test:full` as well, not only of `npm run prove`. */
  readonly isQuick?: true;
  /** Does not report a broken body; only the text read so far shows it. */
  readonly isSilent?: true;
  /** Makes the calls and prints one line per call: name, status, body in hexadecimal, error. */
  readonly run: (world: ClientsWorld, input: string) => Promise<string>;
}

const plain = join(import.meta.dirname, 'plain');

/** @param probe command that succeeds if a part exists that the package does not always include */
function packaged(program: string, packages: string, probe: readonly string[] = []): ServerProgram {
  const isInstalled = (): boolean => {
    if (findPrograms([program]) === null) return false;
    try {
      if (probe.length > 0) execFileSync(program, probe, { stdio: 'ignore' });
      return true;
    } catch {
      return false;
    }
  };
  return { name: program, installedBy: `apt-get install ${packages}`, isInstalled };
}

function script(program: string, file: string, ...more: readonly string[]): HttpClient['run'] {
  return (_world, input) => printedBy(program, [join(plain, file), ...more], { input });
}

function ofJars(name: string): HttpClient['run'] {
  return async ({ folder }, input) => {
    const jars = join(jarsFolder, '*');
    const sources = readdirSync(javaClients.source).filter((file) => file.endsWith('.java'));
    const paths = sources.map((file) => join(javaClients.source, file));
    await printedBy('javac', ['-nowarn', '-cp', jars, '-d', join(folder, 'classes'), ...paths]);
    return printedBy('java', ['-cp', `${join(folder, 'classes')}:${jars}`, name], { input });
  };
}

const php = packaged('php', 'php-cli php-curl', ['-r', 'exit(function_exists("curl_init") ? 0 : 1);']);

export const httpClients: readonly HttpClient[] = [
  { name: 'curl', needs: packaged('curl', 'curl'), isQuick: true, run: (_world, input) => curlCalls(input, []) },
  { name: 'curl --http2', needs: packaged('curl', 'curl'), isQuick: true, run: (_world, input) => curlCalls(input, ['--http2']) },
  {
    name: 'java.net.http of Java',
    needs: packaged('javac', 'default-jdk-headless'),
    isQuick: true,
    run: script('java', 'Client.java'),
  },
  { name: 'Apache HttpClient 5', needs: javaClients, run: ofJars('Apache') },
  { name: 'LangChain4j', needs: javaClients, run: ofJars('LangChain') },
  { name: 'Spring AI', needs: javaClients, run: ofJars('Spring') },
  {
    name: 'net/http of Go',
    needs: goClients,
    async run({ folder }, input) {
      const built = join(folder, 'plain-calls');
      await printedBy(goClients.program, goBuild(join(plain, 'calls.go'), built), { cwd: folder, env: goEnvironment });
      return printedBy(built, [], { input });
    },
  },
  { name: 'urllib of Python', needs: packaged('python3', 'python3'), run: script('python3', 'calls.py', 'urllib') },
  {
    name: 'requests of Python',
    needs: packaged('python3', 'python3-requests', ['-c', 'import requests']),
    run: script('python3', 'calls.py', 'requests'),
  },
  { name: 'httpx of Python', needs: pythonClients, run: script(pythonClients.program, 'calls.py', 'httpx') },
  { name: 'net/http of Ruby', needs: packaged('ruby', 'ruby'), run: script('ruby', 'calls.rb') },
  { name: 'curl of PHP', needs: php, run: script('php', 'calls.php', 'curl') },
  { name: 'streams of PHP', needs: php, isSilent: true, run: script('php', 'calls.php', 'streams') },
  { name: 'HTTP::Tiny of Perl', needs: packaged('perl', 'perl'), run: script('perl', 'calls.pl', 'tiny') },
  { name: 'LWP of Perl', needs: packaged('perl', 'libwww-perl', ['-MLWP', '-e', '1']), run: script('perl', 'calls.pl', 'lwp') },
  { name: 'ureq of Rust', needs: rustClients, run: (_world, input) => printedBy(rustClients.program, [], { input }) },
];
