import { actorWords } from '@tollgate/contract/people/actor-words';
import { useLanguage } from '../../i18n/texts.ts';

/** Returns a function that names the author of a change. */
export function useActorWords(): (actor: string) => string {
  const language = useLanguage();
  return (actor) => actorWords(actor, language);
}
