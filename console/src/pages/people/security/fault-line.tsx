import { useCause } from '../../../components/errors/error-state.tsx';
import { useSignInWords } from '../sign-in-words.ts';
import { isDeclined } from './declined.ts';

/** The error of a form, shown below it. */
export function FaultLine({ error }: { readonly error: unknown }) {
  const cause = useCause(error);
  const wordsOf = useSignInWords();
  return error === null || error === undefined || isDeclined(error) ? null : (
    <p className="hint bad" role="alert">
      {wordsOf(error) ?? cause}
    </p>
  );
}
