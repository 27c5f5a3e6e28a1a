import type { Mutant } from './mutant.ts';

const own = 'this gateway, 0.1.0';
const untold = 'server/test/coordination/untold.test.ts';
const lostKeys = 'server/test/coordination/lost-keys.test.ts';

/** What was wrong with many nodes before somebody tried, put in again. */
export const fleetMutants: readonly Mutant[] = [
  {
    name: 'lent and forgotten',
    rival: own,
    reinserted: 'a node forgets what it has lent whenever it tells its figures, although nothing was learned',
    edits: [
      {
        file: 'server/src/coordination/redis/teller.ts',
        find: `if (used === '') continue;
      window.know(BigInt(used), BigInt(held));`,
        replace: "if (used !== '') window.know(BigInt(used), BigInt(held));",
      },
    ],
    caughtBy: [
      { file: untold, test: 'a node is killed together with Redis, which starts again empty: a cap is passed by nobody' },
      {
        file: untold,
        test: 'a node is killed together with Redis, which starts again empty: a prepaid balance is passed by nobody',
      },
    ],
  },
  {
    name: 'a window without the living',
    rival: own,
    reinserted: 'a window whose key was lost begins without what live nodes have spent in it',
    edits: [
      {
        file: 'server/src/coordination/redis/tell-lua.ts',
        find: "if redis.call('HEXISTS', key, 'u:' .. x) == 0 then return {$missing} end",
        replace: '',
      },
    ],
    caughtBy: [
      { file: lostKeys, test: 'the key of the day is lost: a strict cap holds, and what a node that is idle has spent counts' },
    ],
  },
  {
    name: 'reservations lost with a key',
    rival: own,
    reinserted: 'what running calls have set aside is forgotten with the key of a window',
    edits: [
      {
        file: 'server/src/coordination/redis/tell-lua.ts',
        find: 'if call[A[base + 4 * w - 3]] then',
        replace: 'if false then',
      },
    ],
    caughtBy: [
      { file: lostKeys, test: 'the key of the day is lost: a strict cap holds, and what a node that is idle has spent counts' },
    ],
  },
];
