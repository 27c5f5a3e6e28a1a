import type { ReactNode } from 'react';
import './sheet.css';

interface SheetProps {
  readonly title?: ReactNode;
  /** Muted text next to the title. */
  readonly note?: ReactNode;
  /** Content to the right of the title. */
  readonly right?: ReactNode;
  /** Content below, between hairlines. */
  readonly foot?: ReactNode;
  readonly className?: string;
  /** Whether the content has padding; tables and lists extend to the edge. */
  readonly isPadded?: boolean;
  readonly children: ReactNode;
}

/** A sheet for one subject. Hairlines separate its parts; sheets are never nested. */
export function Sheet({ title, note, right, foot, className = '', isPadded = false, children }: SheetProps) {
  return (
    <section className={`sheet ${className}`}>
      {title === undefined ? null : (
        <header>
          <h2>{title}</h2>
          {note === undefined ? null : <span className="sub">{note}</span>}
          {right === undefined ? null : <div className="right">{right}</div>}
        </header>
      )}
      {isPadded ? <div className="pad">{children}</div> : children}
      {foot === undefined ? null : <footer>{foot}</footer>}
    </section>
  );
}

interface FactProps {
  readonly label: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A line of `<dl className="facts">`. */
export function Fact({ label, className, children }: FactProps) {
  return (
    <div>
      <dt>{label}</dt>
      <dd className={className}>{children}</dd>
    </div>
  );
}
