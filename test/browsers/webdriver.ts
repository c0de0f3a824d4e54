import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { programs } from '../../tools/browser-engines.ts';

/** WebDriver commands over HTTP, as WebKit's driver takes them, and their names in Firefox's own Marionette server. */
const commands = {
  navigate: ['POST', 'url', 'WebDriver:Navigate'],
  currentUrl: ['GET', 'url', 'WebDriver:GetCurrentURL'],
  execute: ['POST', 'execute/sync', 'WebDriver:ExecuteScript'],
  click: ['POST', 'element/:id/click', 'WebDriver:ElementClick'],
  type: ['POST', 'element/:id/value', 'WebDriver:ElementSendKeys'],
  addCookie: ['POST', 'cookie', 'WebDriver:AddCookie'],
  resize: ['POST', 'window/rect', 'WebDriver:SetWindowRect'],
  screenshot: ['GET', 'screenshot', 'WebDriver:TakeScreenshot'],
} as const;

type Input = Readonly<Record<string, unknown>> & { readonly id?: string };
export type Session = {
  /** Keys that enter a day such as 1990-04-12 into a date field. */
  readonly dateKeys: (day: string) => string;
  readonly send: (command: keyof typeof commands, input?: Input) => Promise<unknown>;
  readonly close: () => Promise<void>;
};

async function waitFor<T>(what: string, find: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (let round = 0; round < 600; round++) {
    const found = await find();
    if (found !== undefined) return found;
    await setTimeout(50);
  }
  throw new Error(`${what} did not start.`);
}

function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): ChildProcess {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'], env });
  const end = () => child.kill('SIGKILL');
  process.once('exit', end);
  child.once('exit', () => process.off('exit', end));
  return child;
}

async function endProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

type Answer = [kind: 1, id: number, error: { error: string; message: string } | null, result: unknown];

function speakMarionette(socket: Socket): (name: string, input?: Input) => Promise<unknown> {
  const waiting = new Map<number, (answer: Answer) => void>();
  let received = Buffer.alloc(0);
  socket.on('data', (bytes) => {
    received = Buffer.concat([received, bytes]);
    for (;;) {
      const colon = received.indexOf(':');
      const end = colon + 1 + Number(received.subarray(0, Math.max(colon, 0)));
      if (colon < 0 || received.length < end) return;
      const answer = JSON.parse(received.subarray(colon + 1, end).toString());
      received = received.subarray(end);
      // The first message is a greeting.
      if (Array.isArray(answer)) waiting.get((answer as Answer)[1])?.(answer as Answer);
    }
  });
  let last = 0;
  return async (name, input = {}) => {
    const id = ++last;
    const text = JSON.stringify([0, id, name, input]);
    socket.write(`${Buffer.byteLength(text)}:${text}`);
    const [, , error, result] = await new Promise<Answer>((resolve) => waiting.set(id, resolve));
    if (error) throw new Error(`${error.error}: ${error.message}`);
    return result && typeof result === 'object' && 'value' in result ? result.value : result;
  };
}

const preferences = {
  'marionette.port': 0,
  // A camera that shows a test picture, and no question before it opens.
  'media.navigator.streams.fake': true,
  'media.navigator.permission.disabled': true,
  'intl.accept_languages': 'en-JM, en',
  'ui.prefersReducedMotion': 1,
};

/** Starts Firefox with a new profile. Its Marionette server takes WebDriver commands without a driver. */
export async function openFirefox(): Promise<Session> {
  const profile = mkdtempSync(join(tmpdir(), 'cryptocommerce-firefox-'));
  const lines = Object.entries(preferences).map((one) => `user_pref(${one.map((part) => JSON.stringify(part))});`);
  writeFileSync(join(profile, 'user.js'), lines.join('\n'));
  const args = ['--headless', '--marionette', '--no-remote', '--profile', profile];
  // Firefox refuses to run as root in another user's home.
  const env = { ...process.env, HOME: profile, TZ: 'America/Jamaica' };
  const child = start(programs.firefox, args, env);
  const portFile = join(profile, 'MarionetteActivePort');
  const readPort = () => (existsSync(portFile) ? Number(readFileSync(portFile)) || undefined : undefined);
  const port = await waitFor('Firefox', readPort);
  const socket = connect(port, '127.0.0.1');
  const call = speakMarionette(socket);
  await call('WebDriver:NewSession');
  return {
    dateKeys: (day) => day,
    send: (command, input) => call(commands[command][2], input),
    close: async () => {
      socket.destroy();
      await endProcess(child);
      rmSync(profile, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}

const webkitOptions = {
  binary: programs.miniBrowser,
  args: ['--automation', '--enable-mock-capture-devices=true', '--enable-media-stream=true'],
};

/** Starts WebKitGTK's own browser on an invisible screen. Its sessions keep nothing. */
export async function openWebKit(): Promise<Session> {
  const screen = start(programs.xvfb, ['-displayfd', '3', '-screen', '0', '1366x900x24', '-nolisten', 'tcp']);
  const [display] = await once(screen.stdio[3] as Readable, 'data');
  const port = await findFreePort();
  const env = { ...process.env, DISPLAY: `:${String(display).trim()}`, TZ: 'America/Jamaica', LC_ALL: 'C.UTF-8' };
  const driver = start(programs.webkitDriver, [`--port=${port}`], env);
  const address = `http://127.0.0.1:${port}/session`;
  const call = async (method: string, path: string, input: Input = {}): Promise<unknown> => {
    const body = method === 'POST' ? { body: JSON.stringify(input) } : {};
    const answer = await fetch(`${address}${path}`, { method, ...body });
    const { value } = (await answer.json()) as { value: { error: string; message: string } | null };
    if (!answer.ok) throw new Error(`${value?.error}: ${value?.message}`);
    return value;
  };
  const isReady = () =>
    fetch(address)
      .then(() => true)
      .catch(() => undefined);
  await waitFor('WebKitWebDriver', isReady);
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': webkitOptions } };
  const { sessionId } = (await call('POST', '', { capabilities })) as { sessionId: string };
  return {
    dateKeys: (day) => day.replace(/(\d+)-(\d+)-(\d+)/, '$2/$3/$1'),
    send: (command, { id, ...input } = {}) => {
      const [method, path] = commands[command];
      return call(method, `/${sessionId}/${path.replace(':id', id ?? '')}`, input);
    },
    close: async () => {
      await call('DELETE', `/${sessionId}`).catch(() => undefined);
      await endProcess(driver);
      await endProcess(screen);
    },
  };
}
