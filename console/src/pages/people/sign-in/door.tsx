import type { ReactNode } from 'react';
import { useCause } from '../../../components/errors/error-state.tsx';
import { useTitle } from '../../../components/head/use-title.ts';
import { useSignInWords } from '../sign-in-words.ts';
import './door.css';

interface DoorProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** Layout with a single column. */
export function Door({ title, children }: DoorProps) {
  useTitle(title);
  return (
    <section className="page-door">
      <h1>{title}</h1>
      {children}
    </section>
  );
}

/** The error with our text, if there is one; empty without an error. */
export function Fault({ error }: { readonly error: unknown }) {
  const wordsOf = useSignInWords();
  const cause = useCause(error);
  if (error === null || error === undefined) return null;
  return (
    <p className="fault" role="alert">
      {wordsOf(error) ?? cause}
    </p>
  );
}

/** The token of a link. It is in the hash, which appears in no log and no referrer. */
export function tokenOfLink(): string {
  return new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
}

/** The page after sign-in: the requested page if it is ours, never a foreign one. */
export function nextPage(asked: string | undefined, usual: string): string {
  return asked !== undefined && /^\/(?![/\\])/.test(asked) ? asked : usual;
}

export const passwordLeast = 10;
