import { demoPassword } from '../../fakes/people.ts';
import { freePort } from '../reliability/free-port.ts';
import { createDatabase } from '../reliability/fresh-database.ts';
import { start } from '../reliability/product.ts';
import { type Connection, openConnection } from './browser-connection.ts';
import { startNginx } from './nginx.ts';

type Headers = Readonly<Record<string, string>>;
type Command = { readonly input?: unknown; readonly headers?: Headers };
type Credentials = { readonly name: string; readonly password?: string; readonly headers?: Headers };
export type Scene = Awaited<ReturnType<typeof openScene>>;

export async function openScene(program: string, dataDir: string) {
  const { url } = await createDatabase('demo');
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
  const connection = openConnection(proxy.secure);
  const connections = [connection];
  const openAnother = (from?: string): Connection => {
    const opened = openConnection(proxy.secure, from);
    connections.push(opened);
    return opened;
  };
  const command = async (via: Connection, path: string, { input, headers = {} }: Command) => {
    const sent = { 'content-type': 'application/json', origin, ...headers };
    const body = JSON.stringify({ json: input });
    const answer = await via.request(`/api/rpc/${path}`, { method: 'POST', headers: sent, body });
    return { ...answer, body: (answer.text === '' ? {} : JSON.parse(answer.text)).json };
  };
  const signIn = async (via: Connection, { name, password = demoPassword, headers = {} }: Credentials) => {
    const input = { email: `${name}@demo.test`, password };
    const answer = await command(via, 'accounts/signIn', { input, headers });
    const cookies = [answer.headers['set-cookie'] ?? []].flat() as string[];
    return { ...answer, cookie: cookies.map((one) => one.split(';')[0]).join('; ') };
  };
  const { cookie } = await signIn(connection, { name: 'tier2' });
  const close = async () => {
    for (const open of connections) open.close();
    await proxy.stop();
  };
  return { proxy, product, connection, openAnother, command, signIn, cookie, close };
}
