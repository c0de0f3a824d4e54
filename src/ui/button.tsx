import type { ComponentProps, ReactNode } from 'react';
import { Link } from './link.tsx';

type Looks = {
  /** Primary unless said otherwise: one primary per view. */
  look?: 'primary' | 'line' | 'bare' | 'bad' | 'bad-line' | undefined;
  size?: 'normal' | 'small' | undefined;
  full?: boolean | undefined;
  /** Only an icon stands in it: then `label` is what it is called. */
  icon?: boolean | undefined;
};

/** The classes of a button, for anything that should look like one. */
export function buttonClass({ look = 'primary', size, full, icon }: Looks): string {
  const looks = { primary: '', line: 'line', bare: 'bare', bad: 'bad', 'bad-line': 'bad line' }[look];
  return ['btn', looks, size === 'small' ? 'sm' : '', full ? 'full' : '', icon ? 'icon' : ''].filter(Boolean).join(' ');
}

type ButtonProps = Looks &
  Omit<ComponentProps<'button'>, 'className'> & {
    /** At work: shows a turning ring and takes no clicks, but keeps the focus. */
    busy?: boolean | undefined;
    label?: string | undefined;
  };

/** A button. While busy it stays focusable, so the place of a keyboard user is kept. Not a submit unless said. */
export function Button({ look, size, full, icon, busy, label, children, onClick, type, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={buttonClass({ look, size, full, icon })}
      aria-label={label}
      aria-disabled={busy || rest['aria-disabled']}
      aria-busy={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      {busy && <span className="spin" aria-hidden="true" />}
      {!(busy && icon) && children}
    </button>
  );
}

/** A link that looks like a button: for going somewhere, never for doing something. */
export function ButtonLink({ look, size, full, to, children }: Looks & { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={buttonClass({ look, size, full })}>
      {children}
    </Link>
  );
}
