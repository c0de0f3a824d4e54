import type { Socket } from 'node:net';
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
 * once they are out, and lets go of request, answer and line: they weigh more than all the rest. What follows goes out
 * on the line itself, in the pieces that the head announces. Whoever asks for the line to end with its answer, knows no
 * pieces, still sends, or sent more requests along, has an answer as all others are.
 */
export function beginLine({ raw: request }: FastifyRequest, { raw: response }: FastifyReply, first: Words): Line {
  const { socket } = request;
  const isPlain = request.httpVersion === '1.1' && request.complete && response.shouldKeepAlive && isAlone(socket);
  if (!isPlain) {
    response.writeHead(200);
    response.write(first.whole);
    return { to: response, inPieces: false };
  }
  response.setHeader('transfer-encoding', 'chunked');
  response.writeHead(200);
  response.chunkedEncoding = false;
  // Not at once: the server is to come to the end of what it does with the answer, and of what it reads.
  const take = takes(socket);
  response.once('finish', () => setImmediate(take));
  response.end(first.piece);
  endWithMore(socket);
  return { to: socket, inPieces: true };
}

/** What the server hangs on a line, beside what it does at its close. */
const hung = ['data', 'end', 'error', 'drain', 'timeout', 'pause', 'resume'];

/**
 * Takes a line out of Node's server, as an upgrade does. The server knows no other sign of that than the one which
 * every stream gives that it may be handed: to whoever watched over the line until now it has closed. With that the
 * server puts away its reader of HTTP, which weighs more than all the rest of a line, and what else comes is for us.
 */
function takes(socket: Socket): () => void {
  const watching = socket.listeners('close');
  return () => {
    if (socket.destroyed) return;
    // The server would wait for the next request now, and not for long.
    socket.setTimeout(0);
    for (const event of hung) socket.removeAllListeners(event);
    for (const closed of watching as (() => void)[]) {
      socket.off('close', closed);
      closed.call(socket);
    }
    socket.on('error', noted).on('end', answered).on('data', broken);
  };
}

/** The line closes by itself then. */
const noted = () => undefined;
function answered(this: Socket) {
  this.end();
}
/** Nobody sends anything over a line on which they listen. */
function broken(this: Socket) {
  this.destroy();
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
