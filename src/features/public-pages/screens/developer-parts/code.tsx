import { Fragment } from 'react';
import type { Text } from '../../content/prose.ts';
import { Words } from '../parts/words.tsx';

export const Code = ({ text, about }: { text: string; about: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to scroll.
  <section className="example" aria-label={about} tabIndex={0}>
    <pre>
      <code>{text}</code>
    </pre>
  </section>
);

/** Formats text between backticks as code. */
export const CodedText = ({ text }: { text: Text }) =>
  text.split('`').map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change order.
    <Fragment key={at}>{at % 2 === 1 ? <code className="code">{part}</code> : <Words text={part} />}</Fragment>
  ));

export const CodedPoints = ({ texts }: { texts: readonly Text[] }) => (
  <ul>
    {texts.map((text) => (
      <li key={text}>
        <CodedText text={text} />
      </li>
    ))}
  </ul>
);
