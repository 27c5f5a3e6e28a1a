import type { Candidate } from '../upstream/routing/candidate.ts';
import type { PassedOver, RoutedCall } from './call.ts';

/** Limits the log row of a call to a model with a hundred routes. */
const notesMax = 8;
const whyCharactersMax = 160;

/** Notes for operators why a route that serves the model was not asked. */
export function passOver(call: Pick<RoutedCall, 'passedOver'>, candidate: Candidate, why: string): void {
  (call.passedOver ??= []).push({ candidate, why });
}

/** The notes as the log keeps them. */
export function notesOf(passedOver: readonly PassedOver[]): readonly string[] {
  return passedOver
    .slice(0, notesMax)
    .map(({ candidate: { provider, route }, why }) => `${provider.name}/${route.region}: ${why.slice(0, whyCharactersMax)}`);
}
