import type { Candidate } from '../upstream/candidate.ts';
import type { RoutedCall } from './call.ts';

/** A call that a model of a hundred routes is asked by has a row like any other. */
const notesMax = 8;
const whyCharactersMax = 160;

/** Notes for the operator that a route was not asked although it serves the model. */
export function passOver(call: Pick<RoutedCall, 'passedOver'>, { provider, route }: Candidate, why: string): void {
  const notes = (call.passedOver ??= []);
  if (notes.length < notesMax) notes.push(`${provider.name}/${route.region}: ${why.slice(0, whyCharactersMax)}`);
}
