import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/buttons/button.tsx';
import { Segments } from '../../ui/forms/segments.tsx';
import './export-button.css';

const exportFormats = ['xlsx', 'csv', 'gb'] as const;
/** `gb` is a text file in the encoding that older programs in China expect. */
export type ExportFormat = (typeof exportFormats)[number];

const place = 'tollgate.export-format';

/** The format of the next file: that of the previous one, on every page. */
export function useExportFormat(): readonly [ExportFormat, (format: ExportFormat) => void] {
  const [format, setFormat] = useState(() => exportFormats.find((each) => each === localStorage.getItem(place)) ?? 'xlsx');
  const choose = (next: ExportFormat): void => {
    localStorage.setItem(place, next);
    setFormat(next);
  };
  return [format, choose];
}

interface ExportButtonProps {
  readonly label: string;
  /** The window with the options. */
  readonly window: (onClose: () => void) => ReactNode;
}

/** Exports the displayed data as a file; E opens it. */
export function ExportButton({ label, window }: ExportButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        icon="export"
        data-shortcut="export"
        onClick={() => {
          setOpen(true);
        }}
      >
        {label}
      </Button>
      {isOpen
        ? window(() => {
            setOpen(false);
          })
        : null}
    </>
  );
}

interface FormatChoiceProps {
  readonly label: string;
  readonly names: Readonly<Record<ExportFormat, string>>;
  readonly value: ExportFormat;
  readonly onChange: (format: ExportFormat) => void;
}

export function FormatChoice({ label, names, value, onChange }: FormatChoiceProps) {
  return (
    <div className="export-row">
      <span className="label">{label}</span>
      <Segments
        label={label}
        value={value}
        options={exportFormats.map((format) => ({ value: format, label: names[format] }))}
        onChange={onChange}
      />
    </div>
  );
}
