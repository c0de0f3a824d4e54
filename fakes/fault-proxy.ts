import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

type ConnectionPair = { client: Socket; server: Socket; matched: number };

/** Fault on the first connection on which the client sends the texts of `sequence` in order. */
type PlannedFault = {
  readonly sequence: readonly string[];
  /** `answer`: loses the response with this text, after the server acted. `request`: loses the last request. */
  readonly loses: { readonly answer: string } | 'request';
  readonly done: () => void;
};

export type FaultProxy = {
  readonly port: number;
  /** Closes every connection and accepts no new ones, like a stopped server. */
  disconnect(): Promise<void>;
  accept(): Promise<void>;
  planFault(sequence: readonly string[], loses: PlannedFault['loses']): Promise<void>;
  stop(): Promise<void>;
};

/** Starts a proxy to a local port that closes connections at planned texts. */
export async function startFaultProxy(target: number): Promise<FaultProxy> {
  const pairs = new Set<ConnectionPair>();
  let planned: PlannedFault | null = null;

  const drop = (pair: ConnectionPair) => {
    pairs.delete(pair);
    pair.client.destroy();
    pair.server.destroy();
  };

  const completesSequence = (pair: ConnectionPair, chunk: Buffer): boolean => {
    while (planned && pair.matched < planned.sequence.length && chunk.includes(planned.sequence[pair.matched] ?? ''))
      pair.matched++;
    return planned !== null && pair.matched === planned.sequence.length;
  };

  const breakConnection = (pair: ConnectionPair) => {
    const { done } = planned ?? {};
    planned = null;
    drop(pair);
    done?.();
  };

  const onRequest = (pair: ConnectionPair, chunk: Buffer) => {
    if (!completesSequence(pair, chunk)) return pair.server.write(chunk);
    if (planned?.loses === 'request') return breakConnection(pair);
    const { answer } = planned?.loses ?? { answer: '' };
    // Waits for the response with the text: batched statements get one response each.
    pair.server.removeAllListeners('data').on('data', (chunk) => chunk.includes(answer) && breakConnection(pair));
    return pair.server.write(chunk);
  };

  const server = createServer((client) => {
    const pair: ConnectionPair = { client, server: connect(target, '127.0.0.1'), matched: 0 };
    pairs.add(pair);
    for (const socket of [pair.client, pair.server]) {
      socket.setNoDelay(true);
      socket.on('error', () => drop(pair));
      socket.on('close', () => drop(pair));
    }
    pair.client.on('data', (chunk) => onRequest(pair, chunk));
    pair.server.on('data', (chunk) => client.write(chunk));
  });
  const listenOn = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const breakAll = async () => {
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
    disconnect: breakAll,
    accept: () => listenOn(port),
    planFault: (sequence, loses) =>
      new Promise((done) => {
        for (const pair of pairs) pair.matched = 0;
        planned = { sequence, loses, done };
      }),
    stop: breakAll,
  };
}
