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
];
