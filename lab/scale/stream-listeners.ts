import { connect, type Socket } from 'node:net';

type Listener = { readonly socket: Socket; open: boolean; received: number; at: number };

const parallelConnections = 200;

type Options = { readonly port: number; readonly count: number; readonly getCookie: (nth: number) => string };

/** Opens live streams like browsers, each from its own address behind a proxy. */
export async function openListeners({ port, count, getCookie }: Options) {
  const listeners: Listener[] = [];
  const receivers = new Set<Listener>();
  let topic = 'prices';
  const connectListener = (nth: number) =>
    new Promise<void>((done) => {
      const listener: Listener = { socket: connect(port, '127.0.0.1'), open: false, received: 0, at: 0 };
      listeners.push(listener);
      const { socket } = listener;
      const address = `100.64.${(nth >> 7) & 255}.${nth & 127}`;
      const cookie = getCookie(nth);
      const head = ['GET /api/live HTTP/1.1', 'host: localhost', `x-forwarded-for: ${address}`];
      socket.write(`${[...head, ...(cookie ? [`cookie: ${cookie}`] : [])].join('\r\n')}\r\n\r\n`);
      socket.on('data', (piece: Buffer) => {
        const text = piece.toString('latin1');
        if (!listener.open && text.includes('retry: 1000')) {
          listener.open = true;
          done();
        }
        if (!text.includes(`data: ${topic}\n`)) return;
        listener.received++;
        listener.at = performance.now();
        receivers.add(listener);
      });
      socket.on('error', () => socket.destroy());
      socket.on('close', () => {
        listener.open = false;
        done();
      });
    });
  let next = 0;
  const connectNext = async () => {
    while (next < count) await connectListener(next++);
  };
  await Promise.all(Array.from({ length: parallelConnections }, connectNext));
  return {
    open: () => listeners.filter(({ open }) => open).length,
    listenFor: (newTopic: string) => {
      topic = newTopic;
      receivers.clear();
    },
    received: () => receivers.size,
    lastAt: () => Math.max(0, ...[...receivers].map(({ at }) => at)),
    leave: () => {
      for (const { socket } of listeners) socket.destroy();
    },
  };
}
