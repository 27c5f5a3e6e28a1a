/** Runs as a separate process: the gateway starts and serves, logs and charges a plain call. */
import assert from 'node:assert/strict';
import { startFixture } from '../gateway/fixture.ts';
import { chatCall } from '../scenarios/scenario.ts';

const fixture = await startFixture();
const answer = await chatCall(fixture, fixture.key);
assert.equal(answer.status, 200, answer.text);
await fixture.waitFor(async () => (await fixture.rows()).length > 0);
const [row] = await fixture.rows();
assert.equal(row?.status, 200);
assert.ok(Number(row.charge_exact) > 0);
await fixture.close();
// Ends the process, whatever a mutant leaves behind.
process.exit(0);
