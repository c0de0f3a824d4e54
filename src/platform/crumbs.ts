import { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { endLine } from './body-deadline.ts';

/** So many pieces of a body may be small; of more, so many bytes each are expected on average. */
const [few, small] = [500, 64];

/**
 * A request whose body does not come in crumbs. Each piece costs us some 300 bytes while it waits to be read, and a
 * turn of work, even when it is one byte; no line cuts a body so small, but whoever wants to hurt does.
 */
export class NoCrumbs extends IncomingMessage {
  private pieces = 0;
  private bytes = 0;
  private ended = false;

  override push(piece: Buffer | null): boolean {
    if (piece) {
      this.pieces += 1;
      this.bytes += piece.length;
    }
    const crumbs = this.pieces > few && this.bytes < this.pieces * small;
    if (!crumbs) return super.push(piece);
    if (!this.ended) endLine(this, '400 Bad Request');
    this.ended = true;
    return false;
  }
}

/** Browsers send some twenty, the proxies before us some more. */
const mostHeaders = 100;

/**
 * A head of very many headers is refused. The server would keep the first two thousand and drop the others in silence,
 * among which may be what a proxy wrote last: whose address it is.
 */
export function mountHeaderBound(app: FastifyInstance): void {
  app.server.maxHeadersCount = mostHeaders + 1;
  app.addHook('onRequest', (request, reply, done) => {
    // Names and values by turns.
    if (request.raw.rawHeaders.length <= mostHeaders * 2) return done();
    reply.code(431).header('connection', 'close').send({ code: 'general.invalid_input' });
  });
}
