import assert from 'node:assert/strict';
import { DatabaseSync } from 'node:sqlite';
import { describe, test } from 'node:test';
import { mustAdmin } from '../ask-admin.ts';
import { PeoplePlace } from './people-place.ts';
import { signInSuite } from './sign-in-suite.ts';

describe('sign-in in the data folder', () => {
  signInSuite(() => Promise.resolve({}));
});

test('a backup has the people in it', async () => {
  const place = await PeoplePlace.open();
  try {
    await place.signUp('kept@example.org');
    const { url, adminToken: token } = place.service;
    const { path } = await mustAdmin<{ path: string }>({ url, token }, 'POST', '/backup');
    const copy = new DatabaseSync(`${path}.sign-in.sqlite`, { readOnly: true });
    assert.equal(copy.prepare('select email from "user"').get()?.email, 'kept@example.org');
    copy.close();
  } finally {
    await place.close();
  }
});
