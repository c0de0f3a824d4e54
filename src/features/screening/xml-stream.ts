import { SaxesParser } from 'saxes';
import { UnreadableList } from './found.ts';

export type Attributes = Readonly<Record<string, string>>;

/** What to do where an element begins or ends; at its end with the text that stood after its last inner element. */
export type Handler = { open?(attributes: Attributes): void; close?(text: string, attributes: Attributes): void };
export type Handlers = Readonly<Record<string, Handler>>;

/** Longer than any name or remark; a text without end must not fill the memory. */
const longestText = 200_000;

/**
 * Reads XML as it arrives, in memory that does not grow with it; after each piece `take` hands on what was found.
 * Refuses another root than the named one, document types (entities that stand for a million others), and whatever is
 * not whole and well-formed.
 */
export async function* throughXml<Found>(
  pieces: AsyncIterable<Uint8Array>,
  { root, handlers, take }: { root: string; handlers: Handlers; take: () => readonly Found[] },
): AsyncGenerator<Found> {
  const parser = parserFor(root, handlers);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const piece of pieces) {
      parser.write(decoder.decode(piece, { stream: true }));
      yield* take();
    }
    parser.write(decoder.decode());
    parser.close();
  } catch (error) {
    throw error instanceof TypeError ? new UnreadableList('The file is not UTF-8.') : error;
  }
  yield* take();
}

function parserFor(root: string, handlers: Handlers) {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let text = '';
  let begun = false;
  parser.on('error', (fault) => {
    throw new UnreadableList(`The file is not whole, well-formed XML: ${fault.message.slice(0, 120)}`);
  });
  parser.on('doctype', () => {
    throw new UnreadableList('The file declares a document type, which no list does.');
  });
  const add = (piece: string) => {
    text += piece;
    if (text.length > longestText) throw new UnreadableList('The file holds a text that is too long.');
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('opentag', ({ name, attributes }) => {
    if (!begun && name !== root) throw new UnreadableList(`The file is another one: it should begin with ${root}.`);
    begun = true;
    text = '';
    handlers[name]?.open?.(attributes);
  });
  parser.on('closetag', ({ name, attributes }) => {
    handlers[name]?.close?.(text.trim(), attributes);
    text = '';
  });
  return parser;
}
