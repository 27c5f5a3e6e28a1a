import type { ComponentProps } from 'react';
import { Button } from './button.tsx';

/** The request of a button. */
export interface Act {
  readonly isPending: boolean;
  readonly mutate: () => void;
}

interface ActButtonProps extends Omit<ComponentProps<typeof Button>, 'type' | 'isBusy' | 'onClick'> {
  readonly act: Act;
}

/** Sends a request; the button is disabled until it ends. */
export function ActButton({ act, ...button }: ActButtonProps) {
  return (
    <Button
      {...button}
      isBusy={act.isPending}
      onClick={() => {
        act.mutate();
      }}
    />
  );
}
