import type { Mutant } from './mutant.ts';

const own = 'this gateway, 0.1.0';
const untold = 'server/test/coordination/untold.test.ts';
const fleets = {
  file: 'server/test/simulation/fleet/fleet-simulation.test.ts',
  test: 'in no simulated fleet is a strict cap passed, another limit beyond its bound, a wrong day booked, or money lost',
};
const lostKeys = 'server/test/coordination/lost-keys.test.ts';

/** What was wrong with many nodes before somebody tried, put in again. */
export const fleetMutants: readonly Mutant[] = [
  {
    name: 'lent and forgotten',
    rival: own,
    reinserted: 'a node forgets what it has lent whenever it tells its figures, although nothing was learned',
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
    name: 'a window without the living',
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
    reinserted: 'what running calls have set aside is forgotten with the key of a window',
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
    name: 'begins without the others',
    rival: own,
    reinserted: 'a window begins with what is there, although not every node that is alive has told what it has',
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
    reinserted: 'whatever stands under the key of the epoch is believed',
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
    name: 'nonsense is absence',
    rival: own,
    reinserted: 'a figure that no script can count with makes Redis look away, and stays',
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
    name: 'every revision is believed',
    rival: own,
    reinserted: 'a revision that the database never had refuses an account for ever',
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
    name: 'days of their own',
    rival: own,
    reinserted: 'a node may join with another time zone than the others',
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
    name: 'a clock nobody compares',
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
    name: 'a clock that goes wrong later',
    rival: own,
    reinserted: 'a node admits on although its clock was set wrong while it ran',
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
    name: 'a calendar that believes',
    rival: own,
    reinserted: 'a jump of the clock takes the days of a node with it for good',
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
    name: 'deaf and ready',
    rival: own,
    reinserted: 'a node that alone cannot reach Redis looks ready',
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
    name: 'booked and never told',
    rival: own,
    reinserted: 'what a dead node had booked without telling Redis is forgotten there',
    edits: [
      {
        file: 'server/src/coordination/redis/recovery.ts',
        find: 'const bookedWindows = await booked.windows();',
        replace: 'const bookedWindows = new Map<string, readonly string[]>();',
      },
    ],
    caughtBy: [
      { file: untold, test: 'what a node has booked while it could not reach Redis, and never told, counts once it is dead' },
    ],
  },
  {
    name: 'back from the dead',
    rival: own,
    reinserted: 'a node that was declared dead tells its figures in the next epoch',
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
    name: 'settled into a lost window',
    rival: own,
    reinserted: 'a call settled after the loss of a key begins the figure of its node anew',
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
    name: 'a dead node folded under its tasks',
    rival: own,
    reinserted: 'what a dead node had set aside is given back although nobody holds the money of its tasks yet',
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
    name: 'a task left behind in good order',
    rival: own,
    reinserted: 'a node that leaves in order puts its affairs right as if it had no tasks',
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
    name: 'inherited and under the old name',
    rival: own,
    reinserted: 'what a dead node had set aside for a task goes with its name, although another carries the task on',
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
    name: 'a window begun without its heirs',
    rival: own,
    reinserted: 'after a loss, windows begin anew although nobody can tell yet what a dead node had set aside for its tasks',
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
    reinserted: 'the money of a task is held again where the database did not hear that it is held',
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
    name: 'held although it is booked',
    rival: own,
    reinserted: 'a task whose row is in the log already is held once more by whoever carries it on',
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
