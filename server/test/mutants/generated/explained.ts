/** Mutants that no test can notice, with the reason. Found again by what was changed, wherever its line moves. */
export interface Explained {
  readonly file: string;
  /** As in the name of the mutant. */
  readonly change: string;
  readonly reason: string;
}

export const explained: readonly Explained[] = [
  {
    file: 'server/src/gateway/meter.ts',
    change: 'moved by one: worth > call.reservation.amount',
    reason: 'of two equal amounts either is the charge',
  },
  ...['negated', 'moved by one'].map((rule) => ({
    file: 'server/src/gateway/understand.ts',
    change: `${rule}: scanned.bytes.length > largeBodyBytes`,
    reason: 'when a call goes on, a turn of the loop later or not, changes nothing that it does; the bench measures the loop',
  })),
  {
    file: 'server/src/gateway/understand.ts',
    change: 'removed: await nextTurn();',
    reason: 'the same: the rest of the work is done in this turn of the loop instead of the next',
  },
  {
    file: 'server/src/providers/sandbox/sandbox-request.ts',
    change: 'moved by one: at < text.length',
    reason: 'one empty piece more counts nothing',
  },
  {
    file: 'server/src/providers/sandbox/sandbox-request.ts',
    change: 'moved by one: counted < countedCharactersPerTurn',
    reason:
      'a piece of exactly that size begins a turn of its own or shares it with the next one: how long a turn is is no figure',
  },
];
