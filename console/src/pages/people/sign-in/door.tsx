import type { ReactNode } from 'react';
import { useCause } from '../../../components/errors/error-state.tsx';
import { useTitle } from '../../../components/head/use-title.ts';
import { useSignInWords } from '../sign-in-words.ts';
import './door.css';

interface DoorProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** One column, with nothing next to it. */
export function Door({ title, children }: DoorProps) {
  useTitle(title);
  return (
    <section className="page-door">
      <h1>{title}</h1>
      {children}
    </section>
  );
}

/** The fault, with our text if there is one. Nothing, if there is none. */
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

/** The token of a link is in its hash, where no log and no referrer has it. */
export function tokenOfLink(): string {
  return new URLSearchParams(location.hash.slice(1)).get('token') ?? '';
}

/** The page after signing in: a previously requested page of ours, never a foreign one. */
export function nextPage(asked: string | undefined, usual: string): string {
  return asked !== undefined && /^\/(?![/\\])/.test(asked) ? asked : usual;
}

export const passwordLeast = 10;
