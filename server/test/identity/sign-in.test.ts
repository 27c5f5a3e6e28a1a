import { describe } from 'node:test';
import { signInSuite } from './sign-in-suite.ts';

describe('sign-in in the data folder', () => {
  signInSuite(() => Promise.resolve({}));
});
