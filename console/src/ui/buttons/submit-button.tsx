import type { ComponentProps } from 'react';
import { commandKeys, submitShortcut } from '../command-key.ts';
import { Button } from './button.tsx';

type SubmitButtonProps = Omit<ComponentProps<typeof Button>, 'type' | 'look' | 'icon'>;

/** Submits its form. Its shortcut is shown in it (not on phones), and is no part of its name. */
export function SubmitButton({ children, ...button }: SubmitButtonProps) {
  return (
    <Button {...button} type="submit" look="primary" aria-keyshortcuts={submitShortcut}>
      {children}
      <kbd className="wide" aria-hidden>
        {commandKeys('↵')}
      </kbd>
    </Button>
  );
}
