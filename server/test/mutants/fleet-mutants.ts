import type { Mutant } from './mutant.ts';

const own = 'this gateway, 0.1.0';
const untold = 'server/test/coordination/untold.test.ts';
const fleets = {
  file: 'server/test/simulation/fleet/fleet-simulation.test.ts',
  test: 'in no simulated fleet is a strict cap passed, another limit beyond its bound, a wrong day booked, or money lost',
};
const lostKeys = 'server/test/coordination/lost-keys.test.ts';

/** Faults of several nodes that were found by testing, reintroduced. */
export const fleetMutants: readonly Mutant[] = [
  {
    name: 'lent money forgotten',
    rival: own,
    reinserted: 'a node forgets what it has lent whenever it reports its figures, although nothing was confirmed',
    edits: [
      {
        file: 'server/src/coordination/redis/figure-publisher.ts',
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
      fleets,
    ],
  },
  {
    name: 'window without live nodes',
    rival: own,
    reinserted: 'a window whose key was lost begins without what live nodes have spent in it',
    edits: [
      {
        file: 'server/src/coordination/redis/lua/found.lua',
        find: "if redis.call('HEXISTS', key, 'u:' .. x) == 0 then return {CODE.missing} end",
        replace: '',
      },
    ],
    caughtBy: [
      { file: lostKeys, test: 'the key of the day is lost: a strict cap holds, and what a node that is idle has spent counts' },
      fleets,
    ],
  },
  {
    name: 'reservations lost with a key',
    rival: own,
    reinserted: 'the reservations of running calls are lost with the key of a window',
    edits: [
      {
        file: 'server/src/coordination/redis/lua/found.lua',
        find: 'if call[A[base + 4 * w - 3]] then',
        replace: 'if false then',
      },
    ],
    caughtBy: [
      { file: lostKeys, test: 'the key of the day is lost: a strict cap holds, and what a node that is idle has spent counts' },
      fleets,
    ],
  },
  {
    name: 'window begins without the others',
    rival: own,
    reinserted: 'a window begins with the present figures, although not every live node has reported',
    edits: [
      {
        file: 'server/src/coordination/redis/find-figures.ts',
        find: 'if ([...counted].some((node) => !ready.has(node))) return false;',
        replace: '',
      },
    ],
    caughtBy: [fleets],
  },
  {
    name: 'any text is an epoch',
    rival: own,
    reinserted: 'any value under the key of the epoch is accepted',
    edits: [
      {
        file: 'server/src/coordination/redis/epochs.ts',
        find: "return typeof now === 'string' && shape.test(now) ? now : null;",
        replace: "return typeof now === 'string' ? now : null;",
      },
    ],
    caughtBy: [fleets],
  },
  {
    name: 'invalid figure means Redis is down',
    rival: own,
    reinserted: 'a figure that no script can use makes Redis seem down, and stays',
    edits: [
      {
        file: 'server/src/coordination/redis/link.ts',
        find: 'if (damaged.test(message)) return new DamagedError(message);',
        replace: '',
      },
    ],
    caughtBy: [fleets],
  },
  {
    name: 'every revision believed',
    rival: own,
    reinserted: 'a revision that the database never had refuses an account permanently',
    edits: [
      {
        file: 'server/src/coordination/redis/redis-coordination.ts',
        find: 'if (revision <= (await this.#options.revisionOf(account.id))) return false;',
        replace: 'if (revision >= 0) return false;',
      },
    ],
    caughtBy: [fleets],
  },
  {
    name: 'node with other days',
    rival: own,
    reinserted: 'a node may join with a different time zone',
    edits: [
      {
        file: 'server/src/fleet/check-time-zone.ts',
        find: 'if (ofFleet === timeZone) return;',
        replace: "if (ofFleet !== '') return;",
      },
    ],
    caughtBy: [fleets],
  },
  {
    name: 'clock not compared',
    rival: own,
    reinserted: 'a node may join with a clock that is hours off',
    edits: [
      {
        file: 'server/src/fleet/membership.ts',
        find: 'if (Math.abs(this.#skewMs) > clockSkewMsMax) {',
        replace: 'if (this.#skewMs === Infinity) {',
      },
    ],
    caughtBy: [fleets],
  },
  {
    name: 'clock not compared later',
    rival: own,
    reinserted: 'a node continues to admit calls although its clock was set wrong while it ran',
    edits: [
      {
        file: 'server/src/fleet/membership.ts',
        find: 'return Math.abs(this.#skewMs) > this.#options.clockSkewMsMax ? inWords(this.#skewMs) : null;',
        replace: 'return null;',
      },
    ],
    caughtBy: [fleets],
  },
  {
    name: 'calendar trusts the clock',
    rival: own,
    reinserted: 'a jump of the clock moves the days of a node permanently',
    edits: [
      {
        file: 'server/src/domain/limits/calendar.ts',
        find: 'const believedMs = Math.min(epochMs, latestMs());',
        replace: 'const believedMs = epochMs;',
      },
    ],
    caughtBy: [fleets],
  },
  {
    name: 'deaf node is ready',
    rival: own,
    reinserted: 'a node that alone cannot reach Redis seems ready',
    edits: [
      {
        file: 'server/src/fleet/membership.ts',
        find: 'return !hears() && this.#nodes.some(hearsWell)',
        replace: 'return !hears() && this.#nodes.length === 0 && this.#nodes.some(hearsWell)',
      },
    ],
    caughtBy: [fleets],
  },
  {
    name: 'booked and never reported',
    rival: own,
    reinserted: 'what a dead node had booked without reporting it to Redis is lost there',
    edits: [
      {
        file: 'server/src/coordination/redis/recovery.ts',
        find: 'const bookedWindows = await booked.windows();',
        replace: 'const bookedWindows = new Map<string, readonly string[]>();',
      },
    ],
    caughtBy: [
      { file: untold, test: 'what a node has booked while it could not reach Redis, and never reported, counts once it is dead' },
    ],
  },
  {
    name: 'dead node reports again',
    rival: own,
    reinserted: 'a node that was declared dead reports its figures in the next epoch',
    edits: [
      {
        file: 'server/src/coordination/redis/membership.ts',
        find: 'await finder.lookAlive();',
        replace: 'await finder.look();',
      },
    ],
    caughtBy: [
      {
        file: untold,
        test: 'a node that was declared dead and put right, and does not know it, does not come back when Redis has lost its state',
      },
    ],
  },
  {
    name: 'settlement into a lost window',
    rival: own,
    reinserted: 'a call that is settled after the loss of a key begins the figure of its node again',
    edits: [
      {
        file: 'server/src/coordination/redis/lua/settle.lua',
        find: 'if not f[3] then return {CODE.untold} end',
        replace: '',
      },
    ],
    caughtBy: [
      {
        file: lostKeys,
        test: 'a call that is settled in a window whose key was lost, and is there again, is no beginning: what was spent before counts',
      },
    ],
  },
  {
    name: 'dead node folded before its tasks',
    rival: own,
    reinserted: 'the reservations of a dead node are released although nobody has taken over the money of its tasks yet',
    edits: [
      {
        file: 'server/src/fleet/recover-dead-nodes.ts',
        find: 'if (!(await parts.takeOver(incarnation))) return null;',
        replace: 'void parts.takeOver(incarnation).catch(() => undefined);',
      },
    ],
    caughtBy: [fleets],
  },
  {
    name: 'task lost at an orderly stop',
    rival: own,
    reinserted: 'a node that stops in order cleans up as if it had no tasks',
    edits: [
      {
        file: 'server/src/fleet/recover-dead-nodes.ts',
        find: 'if ((await parts.owed()).includes(incarnation)) return;',
        replace: '',
      },
    ],
    caughtBy: [fleets],
  },
  {
    name: 'inherited task under the old name',
    rival: own,
    reinserted: "a dead node's reservation for a task disappears with its name, although another node continues the task",
    edits: [{ file: 'server/src/coordination/redis/lua/adopt.lua', find: 'if owner == A[i] then', replace: 'if false then' }],
    caughtBy: [
      {
        file: 'server/test/coordination/fleet.test.ts',
        test: 'what a dead node had set aside for a task stays set aside, under the name of the one that carries it on',
      },
      fleets,
    ],
  },
  {
    name: 'window begins before tasks are taken over',
    rival: own,
    reinserted: 'after a loss, windows begin again although the reservations of a dead node for its tasks are still unknown',
    edits: [{ file: 'server/src/coordination/redis/find-figures.ts', find: 'if (owed.length > 0) return false;', replace: '' }],
    caughtBy: [
      {
        file: 'server/test/coordination/fleet.test.ts',
        test: 'no window begins anew while a dead node has tasks that nobody carries on yet',
      },
    ],
  },
  {
    name: 'inherited twice',
    rival: own,
    reinserted: 'the money of a task is reserved again if the database did not learn of the first reservation',
    edits: [
      {
        file: 'server/src/tasks/take-over.ts',
        find: 'if (!this.#inherited.has(callId)) {',
        replace: '{',
      },
    ],
    caughtBy: [
      {
        file: 'server/src/tasks/take-over.test.ts',
        test: 'a task whose money is held here is not held again because the database did not hear of it',
      },
    ],
  },
  {
    name: 'reserved although booked',
    rival: own,
    reinserted: 'a task whose row is already in the log is reserved again by the node that takes it over',
    edits: [
      {
        file: 'server/src/tasks/take-over.ts',
        find: 'if (!task.isBooked) await coordination.adopt(task);',
        replace: 'await coordination.adopt(task);',
      },
    ],
    caughtBy: [
      fleets,
      {
        file: 'server/test/storage/sqlite.test.ts',
        test: 'are carried on by the next start, exactly once; one that may have been submitted is void',
      },
    ],
  },
];
