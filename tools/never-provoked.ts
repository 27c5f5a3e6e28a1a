const together = 'only a race provokes it: two people act at the same moment, and who is late is mostly refused by another name';

/** Refusals that no test can reliably provoke, with the reason for each. */
export const neverProvoked: Readonly<Record<string, string>> = {
  administrator_link_in_use: together,
  administrator_link_just_taken: together,
  refund_just_decided: together,
  refund_part_changed: together,
  role_changed: together,
};
