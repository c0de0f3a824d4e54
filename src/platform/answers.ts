import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Leave } from './rooms.ts';

/**
 * An answer that nobody reads on for so many milliseconds ends, with its line: what it stands on, a file or a list, is
 * not held open for whoever takes nothing of it. It may take as long as it must. Live lines end by themselves.
 */
export function mountAnswerSilence(app: FastifyInstance, milliseconds: number): void {
  app.addHook('onSend', ({ raw: { socket } }, _reply, payload, done) => {
    // Node ends a line on which nothing moves for so long, and forgets it when the answer is through.
    if (socket instanceof Socket) socket.setTimeout(milliseconds);
    done(null, payload);
  });
}

/** Speaks when an answer went out whole or its line ended, also if that was before anybody looked for a place. */
export function overOf(response: ServerResponse): AbortSignal {
  const over = new AbortController();
  response.once('close', () => over.abort());
  return over.signal;
}

/** Gives a place back when it is over; at once, if it is. */
export function leaveWhen(over: AbortSignal, leave: Leave): void {
  if (over.aborted) leave();
  else over.addEventListener('abort', leave, { once: true });
}
