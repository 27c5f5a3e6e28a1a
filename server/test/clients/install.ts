/** `npm run clients`: installs the stock clients for tests, once per state of their lock files. */
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { devNull } from 'node:os';
import { join } from 'node:path';
import { findPrograms } from '../servers/find-program.ts';
import {
  agents,
  aider,
  cherryStudio,
  clientsFolder,
  goBuild,
  goClients,
  goEnvironment,
  jarsFolder,
  javaClients,
  nodeClients,
  oldPythonClients,
  pythonClients,
  rustClients,
  type Clients,
} from './installed.ts';

function program(name: string, debianPackages: string): string {
  const found = findPrograms([name]);
  if (found === null) throw new Error(`${name} is not installed: apt-get install ${debianPackages}`);
  return join(found, name);
}

/** @param command `ci` demands that the lock file names the packages of every platform, which not every registry has. */
function installPackages({ source }: Clients, folder: string, command: readonly string[]): void {
  const home = join(clientsFolder, folder);
  mkdirSync(home, { recursive: true });
  for (const file of ['package.json', 'package-lock.json']) copyFileSync(join(source, file), join(home, file));
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync(program('npm', 'npm'), [...command, ...options], { cwd: home, stdio: 'inherit' });
}

function installPython({ program: python, lockFile }: Clients): void {
  const environment = join(python, '../..');
  execFileSync(program('python3', 'python3-venv'), ['-m', 'venv', '--clear', environment], { stdio: 'inherit' });
  const options = ['--quiet', '--disable-pip-version-check', '--only-binary=:all:', '--require-hashes'];
  execFileSync(python, ['-m', 'pip', 'install', ...options, '-r', lockFile], { stdio: 'inherit' });
}

function makeRunnable(path: string): void {
  for (const file of readdirSync(path, { recursive: true, withFileTypes: true }))
    if (file.isFile()) chmodSync(join(file.parentPath, file.name), 0o555);
}

/** Go before 1.21 cannot download another version itself, so it is installed as a module. */
function goThatFetches(old: string): string {
  const [, version] = /^toolchain (\S+)$/m.exec(readFileSync(join(goClients.source, 'go.mod'), 'utf8')) ?? [];
  const machine = execFileSync(old, ['env', 'GOOS', 'GOARCH'], { encoding: 'utf8' }).trim().split('\n').join('-');
  const module = `golang.org/toolchain@v0.0.1-${String(version)}.${machine}`;
  const told = execFileSync(old, ['mod', 'download', '-json', module], { cwd: clientsFolder, encoding: 'utf8' });
  const { Dir: root } = JSON.parse(told) as { readonly Dir: string };
  // Modules do not keep file permissions.
  for (const programs of ['bin', 'pkg/tool']) makeRunnable(join(root, programs));
  return join(root, 'bin/go');
}

function installGo(): void {
  const go = program('go', 'golang-go');
  const canFetch = execFileSync(go, ['env', 'GOTOOLCHAIN'], { encoding: 'utf8' }).trim() !== '';
  rmSync(goClients.program, { force: true });
  symlinkSync(canFetch ? go : goThatFetches(go), goClients.program);
  // Go itself caches the compiled code.
  execFileSync(goClients.program, goBuild('.', devNull), { cwd: goClients.source, env: goEnvironment, stdio: 'inherit' });
}

const copyJars = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';

function installJava(): void {
  rmSync(jarsFolder, { recursive: true, force: true });
  const options = ['-q', '-B', '--strict-checksums', copyJars, `-DoutputDirectory=${jarsFolder}`];
  execFileSync(program('mvn', 'maven'), options, { cwd: javaClients.source, stdio: 'inherit' });
}

function installRust(): void {
  const options = ['build', '--quiet', '--release', '--locked', '--target-dir', join(clientsFolder, 'rust')];
  execFileSync(program('cargo', 'cargo'), options, { cwd: rustClients.source, stdio: 'inherit' });
}

/** Clients that only `npm run prove` needs; `npm run test:full` works without their tools. */
function installForProofs(clients: Clients, by: () => void): void {
  try {
    install(clients, by);
  } catch (error) {
    process.stderr.write(`Without ${clients.name}: ${error instanceof Error ? error.message : String(error)}\n`);
  }
}

function install(clients: Clients, by: () => void): void {
  if (clients.isInstalled()) return;
  by();
  copyFileSync(clients.lockFile, clients.stamp);
}

mkdirSync(clientsFolder, { recursive: true });
install(nodeClients, () => {
  installPackages(nodeClients, 'node', ['ci']);
});
install(cherryStudio, () => {
  installPackages(cherryStudio, 'node-cherry-studio', ['ci']);
});
install(agents, () => {
  installPackages(agents, 'agents', ['install', '--no-save']);
});
for (const environment of [pythonClients, oldPythonClients, aider])
  install(environment, () => {
    installPython(environment);
  });
install(goClients, installGo);
installForProofs(javaClients, installJava);
installForProofs(rustClients, installRust);
