/**
 * Goal: coding agents work with any model by their address and key alone, whatever protocol they and the upstream speak: they run tools,
 * go on with the results, and end truthfully when the upstream fails, at no charge.
 *
 * Method: the published programs, without a terminal, against the real program, whose upstream is another one with its sandbox and breaks
 * its answers. `npm run prove` makes runs that meet every pair of agent, protocols and fault, and waits through real silence;
 * `npm run test:full` makes the first of them.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { count, isFullProof } from '../proofs/counts.ts';
import { reportFigures } from '../proofs/figures.ts';
import { withServer, type ServerProgram } from '../servers/needed-server.ts';
import { conversationsFirst, pairwiseRuns, runsMax } from './agent-runs.ts';
import { AgentsWorld, persists, upstreamProtocols, type Ran, type Run } from './agents-world.ts';
import { codingAgents, otherModes } from './coding-agents.ts';
import { pauses } from './faulty-upstream.ts';
import { agents, aider, pythonClients } from './installed.ts';

const attemptsMax = 3;
const needed = [agents, aider, pythonClients];
const programs: ServerProgram = { ...agents, isInstalled: () => needed.every((program) => program.isInstalled()) };

const nameOf = ({ agent, upstream, fault }: Run): string =>
  `${agent.agent} over ${agent.endpoint}, an upstream of ${upstream} ${fault}`;

function expectConversation({ agent }: Run, { printed, calls }: Ran): void {
  assert.match(printed, agent.conversation.printed);
  for (const { endpoint, ending, attempts, charge_exact: charge } of calls) {
    assert.deepEqual([endpoint, ending, attempts], [agent.endpoint, 'complete', 1]);
    assert.ok(Number(charge) > 0);
  }
  assert.ok(calls.length >= 2 && calls.length <= 4, String(calls.length));
}

function expectTruthfulEnd(run: Run, { printed, calls }: Ran): void {
  assert.doesNotMatch(printed, /This is the sandbox model; you said/);
  const isEnded = persists(run);
  if (!isEnded || run.agent.persists === 'aloud') assert.match(printed, /503|unavailable|interrupted|overloaded|error/i);
  assert.ok(calls.length > 0, printed);
  for (const { endpoint, attempts, ending, charge_exact: charge } of calls) {
    assert.equal(endpoint, run.agent.endpoint);
    // An agent may be ended during a call.
    assert.ok(['upstream_broke', 'timeout', ...(isEnded ? ['client_left'] : [])].includes(ending), ending);
    assert.ok(attempts <= attemptsMax);
    assert.equal(Number(charge), 0);
  }
}

withServer(programs, 'coding agents', () => {
  describe('in every pair of agent, protocol, upstream and fault', () => {
    let world: AgentsWorld;
    before(async () => {
      world = await AgentsWorld.start({ TOLLGATE_IDLE_TIMEOUT_MS: '3000', TOLLGATE_FIRST_BYTE_TIMEOUT_MS: '20000' });
    });
    after(() => world.stop());

    const runs = pairwiseRuns();
    test('the runs are few enough to be made', () => {
      assert.ok(runs.length <= runsMax, String(runs.length));
    });
    const counts: { readonly client: string; readonly calls: number; readonly attempts: number }[] = [];
    for (const run of conversationsFirst(runs).slice(0, count('agentRuns')))
      test(nameOf(run), async () => {
        const { agent, fault } = run;
        const knob = fault === 'sends an error midway' ? '[sandbox_cut_after_chunks: 4] ' : '';
        const ran = await world.run(run, fault === 'answers' ? agent.conversation.prompt : `${knob}Say hello.`);
        counts.push({
          client: agent.agent,
          calls: ran.calls.length,
          attempts: Math.max(...ran.calls.map(({ attempts }) => attempts)),
        });
        if (fault === 'answers') expectConversation(run, ran);
        else expectTruthfulEnd(run, ran);
      });

    test('an upstream gets at most three requests for each request of an agent', (context) => {
      for (const [client, own] of Map.groupBy(counts, (each) => each.client)) {
        const [calls, attempts] = [Math.max(...own.map((each) => each.calls)), Math.max(...own.map((each) => each.attempts))];
        reportFigures(context, 'I5', {
          client,
          runs: own.length,
          'requests of the agent, at most': calls,
          'attempts for each, at most': attempts,
        });
        assert.ok(attempts <= attemptsMax, client);
      }
    });
  });

  if (!isFullProof) return;
  describe('that offer their tools in another form', () => {
    let world: AgentsWorld;
    before(async () => {
      world = await AgentsWorld.start({});
    });
    after(() => world.stop());

    for (const [name, agent] of Object.entries(otherModes))
      for (const upstream of upstreamProtocols)
        test(`${name}, an upstream of ${upstream} answers`, async () => {
          const run: Run = { agent, upstream, fault: 'answers' };
          expectConversation(run, await world.run(run, agent.conversation.prompt));
        });
  });

  describe('through 40 seconds of silence', () => {
    let world: AgentsWorld;
    before(async () => {
      world = await AgentsWorld.start({});
    });
    after(() => world.stop());

    for (const name of ['Claude Code', 'Codex', 'opencode over Messages'])
      for (const fault of pauses)
        test(`${name} waits for an upstream that ${fault}, and gets its answer once`, async (context) => {
          const [upstream = ''] = upstreamProtocols;
          const agent = codingAgents[name];
          assert.ok(agent);
          const { printed, calls } = await world.run({ agent, upstream, fault }, 'Say hello.');
          // One agent does not print reminders, which follow the question and are repeated instead of it.
          assert.match(printed, /This is the sandbox model; you said: /);
          reportFigures(context, 'I5', { client: name, upstream: fault, calls: calls.length });
          for (const { attempts, ending } of calls) assert.deepEqual([attempts, ending], [1, 'complete']);
        });
  });
});
