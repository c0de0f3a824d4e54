import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Leave } from './open-places.ts';

type Open = { socket: Socket; taken: number; still: number };

/**
 * An answer of which nothing is taken for so many milliseconds ends, with its line: what it stands on, a file or a
 * list, is not held open for whoever reads nothing of it. It may take as long as it must; what its reader sends
 * meanwhile is no reading. Live lines end by themselves.
 */
export function mountAnswerSilence(app: FastifyInstance, milliseconds: number): void {
  const open = new Set<Open>();
  const looks = 3;
  const timer = setInterval(() => {
    for (const answer of open) {
      // What the system took of it: what was written and waits no longer.
      const taken = answer.socket.bytesWritten - answer.socket.writableLength;
      answer.still = taken === answer.taken ? answer.still + 1 : 0;
      answer.taken = taken;
      if (answer.still >= looks) answer.socket.destroy();
    }
  }, milliseconds / looks).unref();
  app.addHook('onClose', () => clearInterval(timer));
  app.addHook('onSend', ({ raw: { socket } }, { raw }, payload, done) => {
    if (socket instanceof Socket) {
      const answer = { socket, taken: -1, still: 0 };
      open.add(answer);
      raw.once('close', () => open.delete(answer));
    }
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
