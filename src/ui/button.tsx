import type { ComponentProps, ReactNode } from 'react';
import { Link } from './link.tsx';

type ButtonStyle = {
  variant?: 'primary' | 'line' | 'bare' | 'bad' | 'bad-line' | undefined;
  size?: 'normal' | 'small' | undefined;
  full?: boolean | undefined;
  icon?: boolean | undefined;
};

export function buttonClass({ variant = 'primary', size, full, icon }: ButtonStyle): string {
  const variantClass = { primary: '', line: 'line', bare: 'bare', bad: 'bad', 'bad-line': 'bad line' }[variant];
  return ['btn', variantClass, size === 'small' ? 'sm' : '', full ? 'full' : '', icon ? 'icon' : '']
    .filter(Boolean)
    .join(' ');
}

type ButtonProps = ButtonStyle &
  Omit<ComponentProps<'button'>, 'className'> & {
    /** Shows a spinner and ignores clicks, but keeps the focus. */
    busy?: boolean | undefined;
    label?: string | undefined;
  };

export function Button({ variant, size, full, icon, busy, label, children, onClick, type, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={buttonClass({ variant, size, full, icon })}
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

/** For navigation only, never for actions. */
export function ButtonLink({ variant, size, full, to, children }: ButtonStyle & { to: string; children: ReactNode }) {
  return (
    <Link to={to} className={buttonClass({ variant, size, full })}>
      {children}
    </Link>
  );
}
