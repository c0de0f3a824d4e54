import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

type Pair = { near: Socket; far: Socket; marks: number };

/** What is done to the first connection on which the client sent these words, in this order. */
type Ambush = {
  readonly words: readonly string[];
  /** An answer, known by what is in it: the far side acts and we never hear. `request`: it never gets the last word. */
  readonly lose: { readonly answer: string } | 'request';
  readonly done: () => void;
};

export type FaultProxy = {
  readonly port: number;
  /** As when the far side was stopped: every connection breaks, and nobody listens any more. */
  cut(): Promise<void>;
  mend(): Promise<void>;
  /** Waits in ambush for one connection; the promise tells that it was struck. */
  ambush(words: readonly string[], lose: Ambush['lose']): Promise<void>;
  stop(): Promise<void>;
};

/** A bad line in front of a server on this machine: it breaks when told to, at the word it is told. */
export async function startFaultProxy(target: number): Promise<FaultProxy> {
  const pairs = new Set<Pair>();
  let waiting: Ambush | null = null;

  const drop = (pair: Pair) => {
    pairs.delete(pair);
    pair.near.destroy();
    pair.far.destroy();
  };

  /** Whether this piece holds the last of the words that the ambush waits for. */
  const springs = (pair: Pair, piece: Buffer): boolean => {
    while (waiting && pair.marks < waiting.words.length && piece.includes(waiting.words[pair.marks] ?? ''))
      pair.marks++;
    return waiting !== null && pair.marks === waiting.words.length;
  };

  const strike = (pair: Pair) => {
    const { done } = waiting ?? {};
    waiting = null;
    drop(pair);
    done?.();
  };

  const onRequest = (pair: Pair, piece: Buffer) => {
    if (!springs(pair, piece)) return pair.far.write(piece);
    if (waiting?.lose === 'request') return strike(pair);
    const { answer } = waiting?.lose ?? { answer: '' };
    // Statements that were sent together are answered one by one: those before the last have not settled anything.
    pair.far.removeAllListeners('data').on('data', (told) => told.includes(answer) && strike(pair));
    return pair.far.write(piece);
  };

  const server = createServer((near) => {
    const pair: Pair = { near, far: connect(target, '127.0.0.1'), marks: 0 };
    pairs.add(pair);
    for (const socket of [pair.near, pair.far]) {
      socket.setNoDelay(true);
      socket.on('error', () => drop(pair));
      socket.on('close', () => drop(pair));
    }
    pair.near.on('data', (piece) => onRequest(pair, piece));
    pair.far.on('data', (piece) => near.write(piece));
  });
  const listenOn = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const cut = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const pair of pairs) drop(pair);
    await closed;
  };

  await listenOn(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    cut,
    mend: () => listenOn(port),
    ambush: (words, lose) =>
      new Promise((done) => {
        for (const pair of pairs) pair.marks = 0;
        waiting = { words, lose, done };
      }),
    stop: cut,
  };
}
