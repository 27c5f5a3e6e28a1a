import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { useTitle } from './use-title.ts';

interface Head {
  readonly title: string;
  /** The parent page as a link; the title follows it. */
  readonly crumb: ReactNode;
}

interface HeadPlace {
  readonly head: Head;
  readonly show: (head: Head) => void;
}

const HeadContext = createContext<HeadPlace | null>(null);

/** Lets the pages inside set the content of the top bar. */
export function PageHeadPlace({ children }: { readonly children: ReactNode }) {
  const [head, show] = useState<Head>({ title: '', crumb: null });
  return <HeadContext value={{ head, show }}>{children}</HeadContext>;
}

export function useShownHead(): Head {
  return useContext(HeadContext)?.head ?? { title: '', crumb: null };
}

interface PageHeadProps {
  readonly title: string;
  readonly crumb?: ReactNode;
  /** The primary action, which is the first one below the title on every page; null for people who may not do it. */
  readonly main?: ReactNode;
  /** What follows it: filters and other actions, `<span className="grow" />`, export last. */
  readonly children?: ReactNode;
}

/** The first element of every page in the frame: its title in the top bar and the browser tab, and its actions below. */
export function PageHead({ title, crumb = null, main = null, children = null }: PageHeadProps) {
  const show = useContext(HeadContext)?.show;
  useTitle(title);
  useEffect(() => {
    show?.({ title, crumb });
    // Every render creates a new crumb element, so only the title triggers an update.
  }, [title, show]);
  if (main === null && children === null) return null;
  return (
    <div className="actions">
      {main}
      {children}
    </div>
  );
}
