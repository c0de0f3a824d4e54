import type { Writable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { endWithMore, isAlone } from './one-by-one.ts';

/** So many bytes may wait for a reader who takes nothing; then their line ends, and they come again. */
const mostUnread = 16 * 1024;

/** What is said, made once for all who hear it: as it is, and as a piece of an answer that comes in pieces. */
export type Words = { readonly whole: Buffer; readonly piece: Buffer };

export function wordsOf(text: string): Words {
  const whole = Buffer.from(text);
  return { whole, piece: Buffer.from(`${whole.length.toString(16)}\r\n${text}\r\n`) };
}

/** A line on which somebody listens, and whether we cut into pieces what goes out on it. */
export type Line = { readonly to: Writable; readonly inPieces: boolean };

/**
 * Begins an answer that goes on for as long as its reader stays, with these words. Node's server takes it for answered
 * once they are out, and so keeps nothing of request and answer, which weigh more than all the rest of a line; what
 * follows goes out on the line itself, in the pieces that the head announces. Whoever asks for the line to end with its
 * answer, knows no pieces, or sent more requests along, has an answer as all others are.
 */
export function beginLine({ raw: request }: FastifyRequest, { raw: response }: FastifyReply, first: Words): Line {
  const { socket } = request;
  const isPlain = request.httpVersion === '1.1' && response.shouldKeepAlive && isAlone(socket);
  if (!isPlain) {
    response.writeHead(200);
    response.write(first.whole);
    return { to: response, inPieces: false };
  }
  response.setHeader('transfer-encoding', 'chunked');
  response.writeHead(200);
  response.chunkedEncoding = false;
  // The server would wait for the next request now, and not for long.
  response.once('finish', () => socket.setTimeout(0));
  response.end(first.piece);
  endWithMore(socket);
  return { to: socket, inPieces: true };
}

export function say({ to, inPieces }: Line, { whole, piece }: Words): void {
  if (to.writableEnded) return;
  if (to.writableLength > mostUnread) to.destroy();
  else to.write(inPieces ? piece : whole);
}

const lastPiece = '0\r\n\r\n';

/** Ends a line; one that was ended before, and that its reader keeps open, is cut. */
export function endLine({ to, inPieces }: Line): void {
  if (to.writableEnded) to.destroy();
  else if (inPieces) to.end(lastPiece);
  else to.end();
}
