/** The oldest Node that runs the TypeScript sources and reports broken connections truthfully. */
const majorMin = 26;

/** Says in one sentence what is wrong with this Node and ends the process, or returns. Runs on any Node with modules. */
export function requireNode(script) {
  if (Number.parseInt(process.versions.node, 10) >= majorMin) return;
  process.stderr.write(
    `Tollgate needs Node ${majorMin} or newer and this is Node ${process.versions.node}: ` +
      `run "npm ci" (and with npm 10 "npm rebuild") once and then "npm ${script}", which uses the Node that npm installed into node_modules.\n`,
  );
  process.exit(1);
}
