/** Clients expect a maker of every model, so the model API says this of a model that the catalogue does not know. */
const unknownMaker = 'unknown';

/** Who made a model, for people; empty if nobody entered it. */
export function makerText(owner: string): string {
  return owner === unknownMaker ? '' : owner;
}
