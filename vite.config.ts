import { reactRouter } from '@react-router/dev/vite';
import pdfjs from 'pdfjs-dist/package.json' with { type: 'json' };
import { defineConfig, type Plugin } from 'vite';
import { chunkErrorMessage } from './src/ui/chunk-error.ts';
import { patientPrerender } from './tools/patient-prerender.ts';

const server = process.env.API_ADDRESS ?? 'http://127.0.0.1:3001';
const proxy = { target: server };

/** Modules that render the application and parts of documents. */
const react = { name: 'react', test: /node_modules\/(react|react-dom|scheduler)\// };
/** Modules of the application only. Few files compress better than many small ones. */
const router = { name: 'router', test: /node_modules\/(react-router|@react-router)\/|\/src\/application\.tsx$/ };
const parts = [
  'button|company|reauth|error-reference|footer|landscape|link|logo|menu|navigation|page-error|return-to|shell-icons',
  'skeleton|theme-switch|viewer',
].join('|');
const frame = { name: 'frame', test: new RegExp(String.raw`/src/(screens\.ts|ui/(${parts})\.tsx?)$`) };
/** Modules of the admin area that customers never load, in one file. */
const adminModules =
  'audit|authoring|bank-reconciliation|compliance|launches|projects|roles|scam-reports|settings|workshops';
const places = { name: 'places', test: new RegExp(String.raw`/src/features/(${adminModules})/acts\.ts$`) };
/** UI components of nearly every screen, in one file instead of nine. */
const kitParts = 'badge|empty-state|notice|query-placeholder|sign-in-required';
const kitHooks = 'useBaseQuery|useQuery|useMutation';
const kit = {
  name: 'kit',
  test: new RegExp(
    String.raw`/src/ui/(${kitParts})\.tsx?$|/@tanstack/react-query/.*/(${kitHooks})\.js$|/createLucideIcon\.m?js$`,
  ),
};
/** Modules that call the server. */
const client = { name: 'client', test: /\/src\/ui\/client\.ts$|\/QueryClientProvider\.js$/ };
/** Modules of documents and the application. Listed first, so that larger chunks do not absorb them. */
const shell = {
  name: 'shell',
  priority: 1,
  test: /preload-helper|\/src\/ui\/(busy|offline-flag|shell|sign-out|theme|toast|viewer-state)\.ts$/,
};

const jsonSchemas = ['/zod/v4/core/json-schema-processors.js', '/zod/v4/core/to-json-schema.js'];

/** Removes the JSON schema writer that zod carries in every schema: 5 kB less for every screen. */
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
 * Pages forbid `eval`. Zod tests for it with each schema, which the browser reports as a policy violation. This
 * disables the test.
 */
const disableEvalTest: Plugin = {
  name: 'disable-eval-test',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform(code, id) {
    if (!id.endsWith('/zod/v4/core/schemas.js')) return null;
    if (!code.includes(tries)) throw new Error('zod moved its eval test');
    return { code: code.replace(tries, 'const jit = false;'), map: null };
  },
};

const reloads = /window\.location\.reload\(\);\s*return new Promise\(\(\) => \{\}\);/;

/**
 * Makes React Router fail when the code of a screen does not load, and `ui/page-error.tsx` explains it. React Router
 * would reload, which offline shows the browser's error page and loses the current page. The build fails when an update
 * moves that code.
 */
const failOnMissingChunk: Plugin = {
  name: 'fail-on-missing-chunk',
  apply: 'build',
  transform(code, id) {
    if (!/react-router\/dist\/.*\/routeModules\.js$/.test(id)) return null;
    if (!reloads.test(code)) throw new Error('the router no longer reloads where a screen does not come');
    return { code: code.replace(reloads, `throw new Error('${chunkErrorMessage}');`), map: null };
  },
};

/**
 * Keeps the names of decoders that the PDF reader loads by name. Their folder has the version, since files under
 * /assets are cached permanently.
 */
const assetFileNames = ({ names }: { names: readonly string[] }) =>
  names.some((name) => /nowasm_fallback/.test(name))
    ? `assets/pdf-${pdfjs.version}/[name][extname]`
    : 'assets/[name]-[hash][extname]';

/** Dependencies preloaded before each lazy chunk. Listing them costs every page, so only large ones are listed. */
const resolveDependencies = (part: string, needed: string[]) =>
  /\/(maintenance|offline-storage)-[^/]+$/.test(part) ? [] : needed;

export default defineConfig({
  plugins: [noJsonSchemas, disableEvalTest, failOnMissingChunk, reactRouter(), patientPrerender()],
  build: {
    target: 'es2022',
    sourcemap: false,
    modulePreload: { resolveDependencies },
    // Modules have no side effects, so unused exports are dropped.
    rolldownOptions: {
      treeshake: { propertyReadSideEffects: false },
      output: { assetFileNames, codeSplitting: { groups: [shell, react, router, frame, client, kit, places] } },
    },
  },
  server: { proxy: { '/api': proxy, '^/dev/': proxy, '/healthz': proxy, '/readyz': proxy } },
});
