import type { ReactNode } from 'react';
import './figures.css';

export interface Figure {
  readonly label: string;
  readonly value: ReactNode;
  readonly note?: ReactNode;
  /** The main figure of the page. */
  readonly isLead?: boolean;
}

/** A strip of figures on one sheet, separated by lines. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }) {
  return (
    <dl className="figures">
      {figures.map(({ label, value, note, isLead = false }) => (
        <div key={label} className={isLead ? 'lead' : undefined}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {note === undefined ? null : <dd className="note">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
