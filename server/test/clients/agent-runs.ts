/** Runs of agents that together meet every pair: of agent, its protocol, the protocol of the upstream, and what the upstream does. */
import { upstreamProtocols, type Run } from './agents-world.ts';
import { codingAgents } from './coding-agents.ts';
import { faults } from './faulty-upstream.ts';

export const runsMax = 60;

function pairsOf({ agent, upstream, fault }: Run): readonly string[] {
  const values = [`agent ${agent.agent}`, `client ${agent.endpoint}`, `upstream ${upstream}`, `fault ${fault}`];
  return values.flatMap((value, index) => values.slice(index + 1).map((other) => `${value}, ${other}`));
}

/** Always takes the run that adds most pairs and, of equal ones, that whose agent and protocols were taken least, until none adds any. */
export function pairwiseRuns(): readonly Run[] {
  const open = Object.values(codingAgents).flatMap((agent) =>
    upstreamProtocols.flatMap((upstream) => faults.map((fault) => ({ agent, upstream, fault }))),
  );
  const missing = new Set(open.flatMap(pairsOf));
  const runs: Run[] = [];
  while (missing.size > 0) {
    const taken = ({ agent, upstream }: Run): number =>
      runs.filter((run) => run.agent === agent && run.upstream === upstream).length;
    const added = (run: Run): number => pairsOf(run).filter((pair) => missing.has(pair)).length - taken(run) / runsMax;
    const [first, ...others] = open;
    if (first === undefined) break;
    const best = others.reduce((chosen, run) => (added(run) > added(chosen) ? run : chosen), first);
    for (const pair of pairsOf(best)) missing.delete(pair);
    runs.push(best);
  }
  return runs;
}

/** The runs with every agent's conversation first. */
export function conversationsFirst(runs: readonly Run[]): readonly Run[] {
  const met = new Set<string>();
  const isFirst = ({ agent: { agent }, fault }: Run): boolean =>
    fault === 'answers' && !met.has(agent) && met.add(agent).size > 0;
  const conversations = runs.filter(isFirst);
  return [...conversations, ...runs.filter((run) => !conversations.includes(run))];
}
