import type { ComponentProps, ReactNode } from 'react';
import { Icon, type IconName } from '../pictures/icon.tsx';
import './button.css';

export type ButtonLook = 'default' | 'primary' | 'plain' | 'danger';

export interface ButtonStyle {
  readonly look?: ButtonLook | undefined;
  readonly isBig?: boolean | undefined;
}

/** The classes of a button, for links that look like one. */
export function buttonClass({ look = 'default', isBig = false }: ButtonStyle): string {
  return ['btn', ...(look === 'default' ? [] : [look]), ...(isBig ? ['big'] : [])].join(' ');
}

type Native = ComponentProps<'button'>;

interface ButtonProps extends ButtonStyle, Native {
  readonly icon?: IconName;
  /** Shows that the action is in progress; the button is disabled meanwhile. */
  readonly isBusy?: boolean;
  readonly children?: ReactNode;
}

export function Button({ look, isBig, icon, isBusy = false, children, disabled, type = 'button', ...native }: ButtonProps) {
  return (
    <button
      {...native}
      type={type}
      className={buttonClass({ look, isBig })}
      disabled={disabled === true || isBusy}
      aria-busy={isBusy}
    >
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Native {
  readonly icon: IconName;
  /** The accessible name, because the button has no text. */
  readonly label: string;
  readonly children?: ReactNode;
}

export function IconButton({ icon, label, children, type = 'button', className = '', ...native }: IconButtonProps) {
  return (
    <button {...native} type={type} className={`icon-btn ${className}`} aria-label={label} title={label}>
      <Icon name={icon} />
      {children}
    </button>
  );
}
