import { useCallback, type AnchorHTMLAttributes, type MouseEvent } from 'react';
import { buttonClass, type ButtonStyle } from '../../ui/buttons/button.tsx';
import { Icon, type IconName } from '../../ui/pictures/icon.tsx';
import { useHistory } from './use-history.ts';

type Native = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'>;

interface AppLinkProps extends Native {
  /** A path from `paths`. */
  readonly to: string;
}

/** A link to a page of the console. It opens without a full reload, or in another tab if requested. */
export function AppLink({ to, onClick, ...native }: AppLinkProps) {
  const history = useHistory();
  const follow = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    const isElsewhere = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (event.defaultPrevented || isElsewhere || native.target !== undefined) return;
    event.preventDefault();
    history.push(to);
  };
  return <a {...native} href={to} onClick={follow} />;
}

interface LinkButtonProps extends AppLinkProps, ButtonStyle {
  readonly icon?: IconName;
}

/** A link that looks like a button. */
export function LinkButton({ look, isBig, icon, className = '', children, ...link }: LinkButtonProps) {
  return (
    <AppLink {...link} className={`${buttonClass({ look, isBig })} ${className}`}>
      {icon === undefined ? null : <Icon name={icon} />}
      {children}
    </AppLink>
  );
}

/** Navigates to a page after an action. */
export function useGo(): (to: string, options?: { readonly replace?: boolean }) => void {
  const history = useHistory();
  return useCallback(
    (to, { replace = false } = {}) => {
      if (replace) history.replace(to);
      else history.push(to);
    },
    [history],
  );
}
