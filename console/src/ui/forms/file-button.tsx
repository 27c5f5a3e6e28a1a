import type { InputHTMLAttributes, ReactNode } from 'react';
import './file-button.css';

interface FileButtonProps extends Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'accept' | 'id' | 'aria-describedby' | 'aria-invalid'
> {
  readonly onFile: (file: File) => void;
  readonly children: ReactNode;
}

/** A button that lets a file be chosen, in the language of the page; the browser's own speaks its language. */
export function FileButton({ onFile, children, ...native }: FileButtonProps) {
  return (
    <label className="btn file-button">
      <input
        {...native}
        type="file"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) onFile(file);
          // The same file may be chosen again, once it is corrected.
          target.value = '';
        }}
      />
      {children}
    </label>
  );
}
