import { connect, type Socket } from 'node:net';

export type Request = Buffer;
export type Answer = { status: number; body: string };

/** A keep-alive connection with one request at a time. Minimal, so that the client is no bottleneck. */
class Connection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #settle: { done: (answer: Answer) => void; fail: (error: Error) => void } | null = null;

  constructor(port: number, from?: string) {
    this.#socket = connect({ port, host: '127.0.0.1', noDelay: true, ...(from && { localAddress: from }) });
    this.#socket.on('data', (chunk) => this.#take(chunk));
    this.#socket.on('error', (error) => this.#settle?.fail(error));
    this.#socket.on('close', () => this.#settle?.fail(new Error('the server closed the connection')));
  }

  ask(request: Request): Promise<Answer> {
    return new Promise((done, fail) => {
      this.#settle = { done, fail };
      this.#socket.write(request);
    });
  }

  close(): void {
    this.#settle = null;
    this.#socket.destroy();
  }

  #take(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const answer = readAnswer(this.#received);
    if (!answer) return;
    this.#received = Buffer.alloc(0);
    this.#settle?.done(answer);
  }
}

/** The complete response, or null while part of it is missing. */
function readAnswer(bytes: Buffer): Answer | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = bytes.toString('latin1', 0, end);
  const status = Number(head.slice(9, 12));
  const length = /content-length: (\d+)/i.exec(head)?.[1];
  const start = end + 4;
  const responseEnd =
    length === undefined
      ? bytes.subarray(-5).toString('latin1') === '0\r\n\r\n'
      : bytes.length >= start + Number(length);
  return responseEnd ? { status, body: bytes.toString('latin1', start) } : null;
}

export async function askOnce(port: number, request: Request): Promise<Answer> {
  const connection = new Connection(port);
  return connection.ask(request).finally(() => connection.close());
}

/** `from` returns the local address of the nth connection; `seconds` is the duration. */
export type Load = {
  port: number;
  connections: number;
  seconds: number;
  next: () => Request;
  from?: (nth: number) => string;
};

/** Responses per second without pauses. Throws for any status but 200, so that fast refusals do not count as speed. */
export async function answersPerSecond({ port, connections, seconds, next, from }: Load): Promise<number> {
  const all = Array.from({ length: connections }, (_, nth) => new Connection(port, from?.(nth)));
  const begin = performance.now();
  const end = begin + seconds * 1000;
  let answers = 0;
  const drive = async (connection: Connection) => {
    while (performance.now() < end) {
      const { status, body } = await connection.ask(next());
      if (status !== 200) throw new Error(`a response with status ${status}: ${body.slice(0, 300)}`);
      answers++;
    }
  };
  try {
    await Promise.all(all.map(drive));
    return (answers * 1000) / (performance.now() - begin);
  } finally {
    for (const connection of all) connection.close();
  }
}
