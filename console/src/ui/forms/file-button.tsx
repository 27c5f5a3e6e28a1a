import type { InputHTMLAttributes, ReactNode } from 'react';
import './file-button.css';

interface FileButtonProps extends Pick<
  InputHTMLAttributes<HTMLInputElement>,
  'accept' | 'id' | 'aria-describedby' | 'aria-invalid'
> {
  readonly onFile: (file: File) => void;
  readonly children: ReactNode;
}

/** A button that opens a file dialog. It uses the language of the page, unlike the browser's control. */
export function FileButton({ onFile, children, ...native }: FileButtonProps) {
  return (
    <label className="btn file-button">
      <input
        {...native}
        type="file"
        onChange={({ target }) => {
          const file = target.files?.[0];
          if (file !== undefined) onFile(file);
          // Lets the user choose the same file again after correcting it.
          target.value = '';
        }}
      />
      {children}
    </label>
  );
}
