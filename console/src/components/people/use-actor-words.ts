import { actorWords } from '@tollgate/contract/people/actor-words';
import { useLanguage } from '../../i18n/texts.ts';

/** Returns a function that names who made a change. */
export function useActorWords(): (actor: string) => string {
  const language = useLanguage();
  return (actor) => actorWords(actor, language);
}
