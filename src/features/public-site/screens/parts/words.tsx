import { Fragment, type ReactNode } from 'react';
import { LazyLandscape } from '../../../../ui/landscape.tsx';
import { type Block, type Passage, type Piece, pieces, type Text } from '../../content/prose.ts';

const isOutside = (to: string): boolean =>
  /^(https?:|%%terms\.(community|site|instagram|facebook|x|youtube)%%)/.test(to);

export const TextLink = ({ to, children }: { to: string; children: string }) =>
  isOutside(to) ? (
    <a className="link" href={to} target="_blank" rel="noreferrer">
      {children}
      <span className="sr"> (opens a new tab)</span>
    </a>
  ) : (
    <a className="link" href={to}>
      {children}
    </a>
  );

function PieceText({ piece }: { piece: Piece }) {
  if (piece.kind === 'link') return <TextLink to={piece.to}>{piece.text}</TextLink>;
  return piece.kind === 'strong' ? <b>{piece.text}</b> : piece.text;
}

export const Words = ({ text }: { text: Text }) =>
  pieces(text).map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change order.
    <Fragment key={at}>
      <PieceText piece={piece} />
    </Fragment>
  ));

const Items = ({ texts }: { texts: readonly Text[] }) =>
  texts.map((text) => (
    <li key={text}>
      <Words text={text} />
    </li>
  ));

export const Points = ({ texts }: { texts: readonly Text[] }) => (
  <ul>
    <Items texts={texts} />
  </ul>
);

export const Steps = ({ texts }: { texts: readonly Text[] }) => (
  <ol>
    <Items texts={texts} />
  </ol>
);

const keyOf = (block: Block): string => JSON.stringify(block);

export const Body = ({ body }: { body: readonly Block[] }) =>
  body.map((block) => {
    if (typeof block === 'string')
      return (
        <p key={keyOf(block)}>
          <Words text={block} />
        </p>
      );
    return 'points' in block ? (
      <Points key={keyOf(block)} texts={block.points} />
    ) : (
      <Steps key={keyOf(block)} texts={block.steps} />
    );
  });

export const Passages = ({ passages, numbered = false }: { passages: readonly Passage[]; numbered?: boolean }) =>
  passages.map(({ id, title, body }, at) => (
    <section key={id} id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`}>
        {numbered && <span className="nr">{at + 1}.</span>}
        {numbered && ' '}
        {title}
      </h2>
      <Body body={body} />
    </section>
  ));

export const PageHead = ({ title, lead, children }: { title: string; lead: string; children?: ReactNode }) => (
  <div className="head">
    <LazyLandscape />
    <h1>{title}</h1>
    <p className="t-md">
      <Words text={lead} />
    </p>
    {children}
  </div>
);

export type Section = { readonly id: string; readonly title: string };

export const Contents = ({ places }: { places: readonly Section[] }) => (
  <nav className="on-page" aria-labelledby="contents">
    <h2 id="contents" className="t-xs">
      On this page
    </h2>
    <ol>
      {places.map(({ id, title }) => (
        <li key={id}>
          <a href={`#${id}`}>{title}</a>
        </li>
      ))}
    </ol>
  </nav>
);
