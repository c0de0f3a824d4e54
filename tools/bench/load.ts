import { connect, type Socket } from 'node:net';

export type Request = Buffer;
export type Answer = { status: number; body: string };

/** A keep-alive connection with one request at a time, much cheaper than what it measures. */
class Line {
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
  const whole =
    length === undefined
      ? bytes.subarray(-5).toString('latin1') === '0\r\n\r\n'
      : bytes.length >= start + Number(length);
  return whole ? { status, body: bytes.toString('latin1', start) } : null;
}

export async function askOnce(port: number, request: Request): Promise<Answer> {
  const line = new Line(port);
  return line.ask(request).finally(() => line.close());
}

/** `from`: local address of each connection. */
export type Load = {
  port: number;
  connections: number;
  seconds: number;
  next: () => Request;
  from?: (line: number) => string;
};

/**
 * Responses per second while every connection repeats its request. Anything but a 200 throws: a fast refusal is not
 * speed.
 */
export async function answersPerSecond({ port, connections, seconds, next, from }: Load): Promise<number> {
  const lines = Array.from({ length: connections }, (_, line) => new Line(port, from?.(line)));
  const begin = performance.now();
  const end = begin + seconds * 1000;
  let answers = 0;
  const drive = async (line: Line) => {
    while (performance.now() < end) {
      const { status, body } = await line.ask(next());
      if (status !== 200) throw new Error(`an answer with status ${status}: ${body.slice(0, 300)}`);
      answers++;
    }
  };
  try {
    await Promise.all(lines.map(drive));
    return (answers * 1000) / (performance.now() - begin);
  } finally {
    for (const line of lines) line.close();
  }
}
