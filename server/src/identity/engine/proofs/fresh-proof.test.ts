// Goal: changes to a person's sign-in require a recent sign-in or the password. Method: the rule with the real tables, at its limits.
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, beforeEach, mock, test } from 'node:test';
import { proofHoldsMs, refuseUnproved, rememberProof } from './fresh-proof.ts';
import { openDatabase } from '../database/open-database.ts';

const startMs = Date.UTC(2026, 10, 21);
const folder = mkdtempSync(join(tmpdir(), 'tollgate-proof-'));
let database: Awaited<ReturnType<typeof openDatabase>>;
const guarded = ['/link-social', '/unlink-account', '/revoke-session', '/revoke-other-sessions'].concat(
  ...['generate-register-options', 'verify-registration', 'delete-passkey'].map((name) => `/passkey/${name}`),
);
const guardedByPassword = ['enable', 'disable', 'generate-backup-codes'].map((name) => `/two-factor/${name}`);

before(async () => {
  database = await openDatabase({ kind: 'sqlite', file: join(folder, 'sign-in.sqlite') });
  mock.timers.enable({ apis: ['Date'], now: startMs });
});
beforeEach(() => {
  mock.timers.setTime(startMs);
});
after(async () => {
  mock.timers.reset();
  await database.close();
  rmSync(folder, { recursive: true });
});

interface Given {
  readonly path?: string;
  /** `null` if not signed in. */
  readonly ageMs?: number | null;
  readonly sessionId?: string;
  readonly accounts?: readonly object[];
}

const withPassword = [{ providerId: 'credential', password: 'hash' }];
const withoutPassword = [
  { providerId: 'corp', password: 'of another kind' },
  { providerId: 'credential', password: null },
];

/** `null` if the request may proceed. */
async function refusal(given: Given): Promise<string | null> {
  const { path = '/link-social', ageMs = proofHoldsMs, sessionId = 'ses_1', accounts = withPassword } = given;
  const session = { id: sessionId, createdAt: new Date(Date.now() - (ageMs ?? 0)) };
  const ctx = {
    path,
    context: {
      session: ageMs === null ? undefined : { session, user: { id: 'usr_1' } },
      internalAdapter: { findAccounts: () => Promise.resolve(accounts) },
    },
    headers: new Headers(),
  };
  return refuseUnproved({ own: database.kysely }, ctx as never).then(
    () => null,
    (error: unknown) => (error as { body: { code: string } }).body.code,
  );
}

test('a sign-in of the last ten minutes proves, and an older one or one of the future does not', async () => {
  for (const [ageMs, code] of [
    [0, null],
    [proofHoldsMs - 1, null],
    [proofHoldsMs, 'PROOF_NEEDED'],
    [-1, 'PROOF_NEEDED'],
  ] as const)
    assert.equal(await refusal({ ageMs }), code, String(ageMs));
});

test('whatever changes how somebody signs in asks for a proof, and nothing else does', async () => {
  for (const path of guarded) assert.equal(await refusal({ path }), 'PROOF_NEEDED', path);
  for (const path of guardedByPassword) assert.equal(await refusal({ path }), null, `${path} asks for the password itself`);
  for (const path of [...guarded, ...guardedByPassword])
    assert.equal(await refusal({ path, accounts: withoutPassword }), 'SIGN_IN_AGAIN', path);
  for (const path of ['/get-session', '/sign-out']) assert.equal(await refusal({ path, accounts: withoutPassword }), null, path);
  assert.equal(await refusal({ ageMs: null }), null, 'nobody is signed in: the request itself says so');
});

test('a password proves for ten minutes, for this sign-in alone; given again, from then on', async () => {
  await rememberProof({ own: database.kysely }, 'ses_proved');
  const told = (sessionId: string) => refusal({ sessionId });
  assert.deepEqual([await told('ses_proved'), await told('ses_other')], [null, 'PROOF_NEEDED']);
  mock.timers.setTime(startMs + proofHoldsMs - 1);
  assert.equal(await told('ses_proved'), null);
  mock.timers.setTime(startMs + proofHoldsMs);
  assert.equal(await told('ses_proved'), 'PROOF_NEEDED');
  await rememberProof({ own: database.kysely }, 'ses_proved');
  assert.equal(await told('ses_proved'), null);
});
