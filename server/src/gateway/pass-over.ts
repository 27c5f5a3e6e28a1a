import type { Candidate } from '../upstream/candidate.ts';
import type { RoutedCall } from './call.ts';

/** Limits the log row of a call to a model with a hundred routes. */
const notesMax = 8;
const whyCharactersMax = 160;

/** Notes for operators why a route that serves the model was not asked. */
export function passOver(call: Pick<RoutedCall, 'passedOver'>, { provider, route }: Candidate, why: string): void {
  const notes = (call.passedOver ??= []);
  if (notes.length < notesMax) notes.push(`${provider.name}/${route.region}: ${why.slice(0, whyCharactersMax)}`);
}
