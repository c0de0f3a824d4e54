import { demoPassword } from '../../fakes/people.ts';
import { freePort } from '../reliability/free-port.ts';
import { freshDatabase } from '../reliability/fresh-database.ts';
import { start } from '../reliability/product.ts';
import { type Line, openLine } from './browser-line.ts';
import { startNginx } from './nginx.ts';

type Headers = Readonly<Record<string, string>>;
type Command = { readonly input?: unknown; readonly headers?: Headers };
type Who = { readonly name: string; readonly password?: string; readonly headers?: Headers };
export type Scene = Awaited<ReturnType<typeof openScene>>;

/** The product behind nginx with the settings that are shipped, and somebody signed in through it. */
export async function openScene(program: string, dataDir: string) {
  const { url } = await freshDatabase('demo');
  const port = await freePort();
  const proxy = await startNginx(program, port);
  const origin = `https://localhost:${proxy.secure}`;
  const product = await start({
    MODE: 'demo',
    DEMO_ON_PURPOSE: 'yes',
    LOG_LEVEL: 'warn',
    DATABASE_URL: url,
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_ORIGIN: origin,
    TRUSTED_PROXY: '127.0.0.1',
  });
  const line = openLine(proxy.secure);
  const lines = [line];
  const another = (from?: string): Line => {
    const opened = openLine(proxy.secure, from);
    lines.push(opened);
    return opened;
  };
  const command = async (over: Line, path: string, { input, headers = {} }: Command) => {
    const sent = { 'content-type': 'application/json', origin, ...headers };
    const body = JSON.stringify({ json: input });
    const answer = await over.ask(`/api/rpc/${path}`, { method: 'POST', headers: sent, body });
    return { ...answer, body: (answer.text === '' ? {} : JSON.parse(answer.text)).json };
  };
  const signIn = async (over: Line, { name, password = demoPassword, headers = {} }: Who) => {
    const input = { email: `${name}@demo.test`, password };
    const answer = await command(over, 'accounts/signIn', { input, headers });
    const cookies = [answer.headers['set-cookie'] ?? []].flat() as string[];
    return { ...answer, cookie: cookies.map((one) => one.split(';')[0]).join('; ') };
  };
  const { cookie } = await signIn(line, { name: 'tier2' });
  const close = async () => {
    for (const open of lines) open.close();
    await proxy.stop();
  };
  return { proxy, product, line, another, command, signIn, cookie, close };
}
