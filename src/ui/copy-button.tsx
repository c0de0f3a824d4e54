import { Check, Copy } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';

/** Milliseconds that the tick stands. */
const tickStays = 2000;

/** Copies a text. The tick stands for two seconds and is announced. `name` is what is copied: "account number". */
export function CopyButton({ text, name, words = false }: { text: string; name: string; words?: boolean }) {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  useEffect(() => {
    if (state === 'idle') return;
    const timer = setTimeout(() => setState('idle'), tickStays);
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
  const said = { idle: '', copied: `Copied ${name}`, failed: 'Could not copy. Select the text and copy it.' }[state];
  return (
    <>
      <button
        type="button"
        className={words ? 'btn line sm' : 'btn bare icon'}
        aria-label={words && state === 'copied' ? `Copied ${name}` : `Copy ${name}`}
        onClick={copy}
      >
        <Icon className={state === 'copied' ? 'ic ok' : 'ic'} aria-hidden="true" />
        {words && (state === 'copied' ? 'Copied' : 'Copy')}
      </button>
      <span className="sr" role="status">
        {said}
      </span>
    </>
  );
}

/** A value to take along: label, value, copy button. Put several into one `<dl>`. */
export const CopyRow = ({ name, text, children }: { name: string; text: string; children?: ReactNode }) => (
  <div className="copy val">
    <dt>{name}</dt>
    <dd>
      <span>{children ?? text}</span>
      <CopyButton text={text} name={name.toLowerCase()} />
    </dd>
  </div>
);
