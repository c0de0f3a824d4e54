import { connect, type Socket } from 'node:net';

/** One of many who listen: when it was let in, and how often it heard of each topic. */
type Listener = { readonly socket: Socket; open: boolean; heard: number; at: number };

/** Lets so many come at a time. */
const atOnce = 200;

type Wish = { readonly port: number; readonly count: number; readonly cookieOf: (nth: number) => string };

/** Live lines as browsers hold them, each from an address of its own, as a proxy tells it. */
export async function gather({ port, count, cookieOf }: Wish) {
  const listeners: Listener[] = [];
  const heardBy = new Set<Listener>();
  let topic = 'prices';
  const enter = (nth: number) =>
    new Promise<void>((done) => {
      const listener: Listener = { socket: connect(port, '127.0.0.1'), open: false, heard: 0, at: 0 };
      listeners.push(listener);
      const { socket } = listener;
      const address = `100.64.${(nth >> 7) & 255}.${nth & 127}`;
      const cookie = cookieOf(nth);
      const head = ['GET /api/live HTTP/1.1', 'host: localhost', `x-forwarded-for: ${address}`];
      socket.write(`${[...head, ...(cookie ? [`cookie: ${cookie}`] : [])].join('\r\n')}\r\n\r\n`);
      socket.on('data', (piece: Buffer) => {
        const text = piece.toString('latin1');
        if (!listener.open && text.includes('retry: 1000')) {
          listener.open = true;
          done();
        }
        if (!text.includes(`data: ${topic}\n`)) return;
        listener.heard++;
        listener.at = performance.now();
        heardBy.add(listener);
      });
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        listener.open = false;
        done();
      });
    });
  let next = 0;
  const usher = async () => {
    while (next < count) await enter(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, usher));
  return {
    open: () => listeners.filter(({ open }) => open).length,
    /** From now on it is counted who hears of this. */
    listenFor: (what: string) => {
      topic = what;
      heardBy.clear();
    },
    heard: () => heardBy.size,
    /** When the last of them heard it. */
    lastAt: () => Math.max(0, ...[...heardBy].map(({ at }) => at)),
    leave: () => {
      for (const { socket } of listeners) socket.destroy();
    },
  };
}
