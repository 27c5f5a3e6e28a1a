import type { ComponentProps } from 'react';
import { commandKeys, submitShortcut } from '../command-key.ts';
import { Button } from './button.tsx';

type SubmitButtonProps = Omit<ComponentProps<typeof Button>, 'type' | 'look' | 'icon'>;

/** Submits its form. Shows its shortcut (not on phones), which is not part of its accessible name. */
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
