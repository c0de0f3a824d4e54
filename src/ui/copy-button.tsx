import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';

const tickDurationMs = 2000;

type CopyButtonProps = { text: string; name: string; label?: string; withText?: boolean };

export function CopyButton({ text, name, label = 'Copy', withText = false }: CopyButtonProps) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), tickDurationMs);
    return () => clearTimeout(timer);
  }, [state]);
  const copy = () =>
    Promise.resolve()
      .then(() => navigator.clipboard.writeText(text))
      .then(
        () => setState('copied'),
        () => setState('failed'),
      );
  const Icon = state === 'copied' ? Check : Copy;
  const status = { idle: '', copied: `Copied ${name}`, failed: "Couldn't copy. Select the text and copy it." }[state];
  return (
    <>
      <button
        type="button"
        className={withText ? 'btn line sm' : 'btn bare icon'}
        aria-label={withText && state === 'copied' ? `Copied ${name}` : `Copy ${name}`}
        onClick={copy}
      >
        <Icon className={state === 'copied' ? 'ic ok' : 'ic'} aria-hidden="true" />
        {withText && (state === 'copied' ? 'Copied' : label)}
      </button>
      <span className="sr" role="status">
        {status}
      </span>
    </>
  );
}

export const CopyRow = ({ name, text, children }: { name: string; text: string; children?: ReactNode }) => (
  <div className="copy val">
    <dt>{name}</dt>
    <dd>
      <span>{children ?? text}</span>
      <CopyButton text={text} name={name.toLowerCase()} />
    </dd>
  </div>
);
