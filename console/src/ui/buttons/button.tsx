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
  /** Works on it: it can not be pressed again, and says so. */
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
  /** Its only words. */
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
