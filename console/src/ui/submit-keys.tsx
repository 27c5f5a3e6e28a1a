import { commandKeys } from './command-key.ts';

/** Within a button that sends a form: the keys that press it. Not shown on phones. */
export function SubmitKeys() {
  return <kbd className="wide">{commandKeys('↵')}</kbd>;
}
