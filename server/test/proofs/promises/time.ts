import type { Proof } from '../proof.ts';

const clock = 'server/test/faults/clock.test.ts';
const simulation = 'server/test/simulation/simulation.test.ts';

/** Clocks, calendars and simulated time. */
export const timePromises: readonly Proof[] = [
  {
    name: 'clock-jumps',
    promise:
      'A wall clock that jumps back or forward while calls run grants no cap twice and puts no charge into another window. This holds in any time zone and over a restart.',
    for: 'users',
    file: clock,
    tests: ['a wall clock that jumps while calls run'],
    rows: ['F24', 'I8', 'I19'],
  },
  {
    name: 'clock-and-timeouts',
    promise: 'Rate limits and time-outs use durations: a wall clock that jumps neither resets nor extends them.',
    for: 'users',
    file: clock,
    tests: ['what measures stretches of time'],
    rows: ['F24', 'I9'],
  },
  {
    name: 'midnight',
    promise:
      'A call that runs over the end of a day, a month or a daylight-saving hour is charged to the day that admitted it. Every hour is closed into the ledger once.',
    for: 'users',
    file: clock,
    tests: ['the end of a day'],
    rows: ['F25', 'I3'],
  },
  {
    name: 'simulated-worlds',
    promise:
      'In simulated worlds no combination of faults loses, invents or misplaces money, exceeds a limit, leaves a call unlogged or charges an unfinished response. The faults are crashes, failing storage, broken connections, false upstream reports, changed keys, caps, credits and prices, and a drifting clock.',
    for: 'users',
    file: simulation,
    tests: ['in no simulated world'],
    rows: ['L4', 'I1', 'I2', 'I3', 'I4', 'I5', 'I6', 'I7', 'I8', 'I9', 'I10', 'I12', 'I13', 'I14', 'I15', 'I19'],
    minutesMax: 25,
    besideOthers: true,
  },
  {
    name: 'replayed-worlds',
    promise: 'Every finding of a simulation is reproducible: a seed makes the same world to the byte.',
    for: 'operators',
    file: simulation,
    tests: ['the same seed makes the same world'],
    rows: ['L4'],
    besideOthers: true,
  },
];
