/**
 * Goal: coding agents work with any model by their address and key alone: they run tools, go on with the results, and end truthfully
 * when the provider fails, at no charge.
 *
 * Method: the published programs, without a terminal, against the real program and its sandbox, which calls the tools that the question
 * names. `npm run test:full` runs each conversation and the faults of one agent, `npm run prove` all of them.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { after, before, describe, test } from 'node:test';
import type { CallAnswer } from '@tollgate/contract/calls/operator-calls';
import { isFullProof } from '../proofs/counts.ts';
import { reportFigures } from '../proofs/figures.ts';
import { withServer } from '../servers/needed-server.ts';
import { inTime } from '../wait-for.ts';
import { ClientsWorld } from './clients-world.ts';
import { codingAgents, placeIn, type CodingAgent } from './coding-agents.ts';
import { agents } from './installed.ts';

const patienceMs = 120_000;
const attemptsMax = 3;

/** Everything that an agent printed, whatever its exit code: an agent that reports a fault fails. */
function printedBy(agent: CodingAgent, prompt: string, world: ClientsWorld, name: string): Promise<string> {
  const place = placeIn(world.folder, name);
  const { keys } = JSON.parse(world.input) as { readonly keys: Readonly<Record<string, string>> };
  const { args, env, input = '' } = agent.invocation(prompt, { url: world.server.url, key: String(keys.good) }, place);
  const { PATH = '' } = process.env;
  // Nothing of the developer's own settings reaches the agent.
  const child = spawn(agent.program, args, { cwd: place.work, env: { PATH, HOME: place.home, ...env }, timeout: patienceMs });
  child.stdin.end(input);
  let printed = '';
  const ended = Promise.withResolvers<string>();
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  child.on('error', ended.reject);
  child.on('close', () => {
    ended.resolve(printed);
  });
  return inTime(ended.promise, { what: `${agent.program} ends`, withinMs: patienceMs + 10_000 });
}

const faults: Readonly<Record<string, string>> = {
  'answers 503': '[sandbox_status: 503]',
  'limits the rate': '[sandbox_status: 429]',
  'breaks off midway': '[sandbox_cut_after_chunks: 4]',
  'breaks off at once': '[sandbox_cut_after_chunks: 0]',
};

withServer(agents, agents.name, () => {
  let world: ClientsWorld;
  let seen = 0;
  before(async () => {
    world = await ClientsWorld.start();
  });
  after(() => world.stop());

  /** The calls since the last time, oldest first. */
  async function newCalls(): Promise<readonly CallAnswer[]> {
    const path = `/calls?limit=200&account_id=${world.accountId}`;
    const { data } = await world.server.admin<{ readonly data: readonly CallAnswer[] }>('GET', path);
    const calls = data.slice(0, data.length - seen).toReversed();
    seen = data.length;
    return calls;
  }

  for (const [name, agent] of Object.entries(codingAgents))
    describe(name, () => {
      test('runs two tools at once and goes on with their results', async () => {
        const call = (word: string): string =>
          `[call ${agent.shell.name} ${JSON.stringify({ [agent.shell.argument]: `echo ${word}`, ...agent.shell.also })}]`;
        const printed = await printedBy(agent, `${call('first-7391')} ${call('second-4410')}`, world, `${name} tools`);
        assert.match(printed, /The tool answered: [^]*second-4410/);
        const calls = await newCalls();
        for (const { endpoint, ending, charge_exact: charge } of calls) {
          assert.deepEqual([endpoint, ending], [agent.endpoint, 'complete']);
          assert.ok(Number(charge) > 0);
        }
        assert.ok(calls.length >= 2 && calls.length <= 4, String(calls.length));
      });

      if (name !== 'Claude Code' && !isFullProof) return;
      // One agent never gives up while its provider is limited, by its own design.
      if (name.startsWith('opencode')) return;
      for (const [what, knob] of Object.entries(faults))
        test(`ends truthfully when the provider ${what}`, async (context) => {
          const printed = await printedBy(agent, `${knob} Say hello.`, world, `${name} ${what}`);
          assert.doesNotMatch(printed, /This is the sandbox model; you said/);
          assert.match(printed, /503|unavailable|interrupted|error/i);
          const calls = await newCalls();
          assert.ok(calls.length > 0);
          reportFigures(context, 'I5', { client: name, provider: what, calls: calls.length });
          for (const { attempts, ending, charge_exact: charge } of calls) {
            assert.equal(ending, 'upstream_broke');
            assert.ok(attempts <= attemptsMax);
            assert.equal(Number(charge), 0);
          }
        });
    });
});
