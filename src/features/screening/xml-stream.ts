import { SaxesParser } from 'saxes';
import { UnreadableListError } from './party.ts';

export type Attributes = Readonly<Record<string, string>>;

/** `close` gets the text after the last child element. */
export type Handler = { open?(attributes: Attributes): void; close?(text: string, attributes: Attributes): void };
export type Handlers = Readonly<Record<string, Handler>>;

/** Limits memory for a text without end. */
const maxTextLength = 200_000;

/**
 * Parses XML in constant memory and yields what `take` returns after each chunk. Rejects other roots, document types
 * (entity expansion) and XML that isn't well-formed.
 */
export async function* parseXmlStream<Item>(
  chunks: AsyncIterable<Uint8Array>,
  { root, handlers, take }: { root: string; handlers: Handlers; take: () => readonly Item[] },
): AsyncGenerator<Item> {
  const parser = createParser(root, handlers);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of chunks) {
      parser.write(decoder.decode(chunk, { stream: true }));
      yield* take();
    }
    parser.write(decoder.decode());
    parser.close();
  } catch (error) {
    throw error instanceof TypeError ? new UnreadableListError("The file isn't UTF-8 text.") : error;
  }
  yield* take();
}

function createParser(root: string, handlers: Handlers) {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let text = '';
  let hasRoot = false;
  parser.on('error', (fault) => {
    throw new UnreadableListError(`The file is incomplete or not well-formed XML: ${fault.message.slice(0, 120)}`);
  });
  parser.on('doctype', () => {
    throw new UnreadableListError("The file declares a document type, which sanctions lists don't have.");
  });
  const add = (chunk: string) => {
    text += chunk;
    if (text.length > maxTextLength) throw new UnreadableListError('The file contains a text that is too long.');
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('opentag', ({ name, attributes }) => {
    if (!hasRoot && name !== root)
      throw new UnreadableListError(`This is the wrong file: it should begin with ${root}.`);
    hasRoot = true;
    text = '';
    handlers[name]?.open?.(attributes);
  });
  parser.on('closetag', ({ name, attributes }) => {
    handlers[name]?.close?.(text.trim(), attributes);
    text = '';
  });
  return parser;
}
