/** Refusals that no test can be sure to provoke, each with the reason why. */
export const neverProvoked: Readonly<Record<string, string>> = {
  administrator_link_in_use:
    'two people use one link at the same moment: who is late is refused so, or with administrator_link_wrong once the other is through',
};
