import { reactRouter } from '@react-router/dev/vite';
import pdfjs from 'pdfjs-dist/package.json' with { type: 'json' };
import { defineConfig, type Plugin } from 'vite';
import { pageLost } from './src/ui/page-lost.ts';

const server = process.env.API_ADDRESS ?? 'http://127.0.0.1:3001';
// The address must reach the server as the browser wrote it: its origin check compares the two.
const proxy = { target: server, changeOrigin: false };

/** What draws the application, and any part of a document that needs it. */
const react = { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// };
/** The application alone. Few files compress better than the pieces that each new screen would cut them into. */
const router = { name: 'router', test: /node_modules\/(react-router|@react-router)\/|\/src\/application\.tsx$/ };
const parts = [
  'button|confirm|fault|footer|link|mark|navigation|page-error|places|relief|return-to|skeleton|theme-switch',
  'shell-icons|toasts|viewer|company',
].join('|');
const frame = { name: 'frame', test: new RegExp(String.raw`/src/(screens\.ts|ui/(${parts})\.tsx?)$`) };
/** What draws the places of the desk, for rooms that no customer opens: one file instead of a crumb for each. */
const deskRooms =
  'audit|authoring|bank-lines|classes|compliance|launches|projects|roles|scam-reports|settings|workshops';
const places = { name: 'places', test: new RegExp(String.raw`/src/features/(${deskRooms})/acts\.ts$`) };
/** What nearly every screen draws with, and no document, in one piece: a crumb each would be nine requests. */
const kitParts = 'badge|empty-state|not-yet|notice|sign-in-needed';
const kitHooks = 'useBaseQuery|useQuery|useMutation';
const kit = {
  name: 'kit',
  test: new RegExp(
    String.raw`/src/ui/(${kitParts})\.tsx?$|/@tanstack/react-query/.*/(${kitHooks})\.js$|/createLucideIcon\.m?js$`,
  ),
};
/** What asks the server, in one piece though some ask without drawing. */
const client = { name: 'client', test: /\/src\/ui\/client\.ts$|\/QueryClientProvider\.js$/ };
/** What documents carry, and the application too. It comes first: it must not be drawn into the larger files. */
const shell = {
  name: 'shell',
  priority: 1,
  test: /preload-helper|\/src\/ui\/(busy|kept|shell|sign-out|theme|toast|viewer-marks)\.ts$/,
};

const jsonSchemas = ['/zod/v4/core/json-schema-processors.js', '/zod/v4/core/to-json-schema.js'];

/**
 * No screen describes its forms to machines, but the library of forms carries its writer of JSON schemas in every
 * schema. In the browser that writer writes nothing: 5 kB less for every screen.
 */
const noJsonSchemas: Plugin = {
  name: 'no-json-schemas',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  async load(id) {
    if (!jsonSchemas.some((file) => id.endsWith(file))) return null;
    const names = Object.keys(await import(id));
    return `const nothing = () => undefined;\nexport { ${names.map((name) => `nothing as ${name}`).join(', ')} };`;
  },
};

const tries = 'const jit = !core.globalConfig.jitless;';

/**
 * Our pages let no text become code. The library of forms tries whether they do, with each schema anew, and each try
 * is reported as a breach of our own policy: in the browser it does not try, and the code for it stays behind.
 */
const triesNoCode: Plugin = {
  name: 'tries-no-code',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform(code, id) {
    if (!id.endsWith('/zod/v4/core/schemas.js')) return null;
    if (!code.includes(tries)) throw new Error('the library of forms asks elsewhere whether text may become code');
    return { code: code.replace(tries, 'const jit = false;'), map: null };
  },
};

const reloads = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/;

/**
 * Where the code of a screen does not come, the router loads the page anew without a word: whoever has no line then
 * sees the browser's own error, and whatever stood on the page before is gone. Here it fails, and `ui/page-error.tsx`
 * says so. An update of the library in which the place is no longer found stops the build.
 */
const failsAloud: Plugin = {
  name: 'fails-aloud',
  apply: 'build',
  transform(code, id) {
    if (!/react-router\/dist\/.*\/routeModules\.js$/.test(id)) return null;
    if (!reloads.test(code)) throw new Error('the router no longer reloads where a screen does not come');
    return { code: code.replace(reloads, `throw new Error('${pageLost}');`), map: null };
  },
};

/**
 * The decoders that the PDF reader loads by a name of its own keep that name. Their folder carries the version: what
 * lies under /assets is kept by browsers for good.
 */
const assetFileNames = ({ names }: { names: readonly string[] }) =>
  names.some((name) => /nowasm_fallback/.test(name))
    ? `assets/pdf-${pdfjs.version}/[name][extname]`
    : 'assets/[name]-[hash][extname]';

/** What is fetched before each part that comes later. Naming it costs every page; few browsers keep anything. */
const resolveDependencies = (part: string, needed: string[]) =>
  /\/(tend|forget-kept)-[^/]+$/.test(part) ? [] : needed;

export default defineConfig({
  plugins: [noJsonSchemas, triesNoCode, failsAloud, reactRouter()],
  build: {
    target: 'es2022',
    sourcemap: false,
    modulePreload: { resolveDependencies },
    // No module does anything by being read, so what a screen does not say of its room's words is left out.
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      output: { assetFileNames, codeSplitting: { groups: [shell, react, router, frame, client, kit, places] } },
    },
  },
  server: { proxy: { '/api': proxy, '^/dev/': proxy, '/healthz': proxy, '/readyz': proxy } },
});
