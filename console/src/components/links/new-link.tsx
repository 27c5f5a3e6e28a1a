import type { ReactNode } from 'react';
import { LinkButton } from './app-link.tsx';

interface NewLinkProps {
  readonly to: string;
  readonly children: ReactNode;
}

/** The primary action of a page that makes something new; the key N does the same. */
export function NewLink({ to, children }: NewLinkProps) {
  return (
    <LinkButton to={to} look="primary" icon="plus" data-shortcut="new">
      {children}
      <kbd className="wide">N</kbd>
    </LinkButton>
  );
}
