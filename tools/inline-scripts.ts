import { build, type Plugin } from 'vite';

/** Options of a build without the configuration of the pages. */
export const plainBuild = { configFile: false, logLevel: 'warn', publicDir: false } as const;

/** Bundles and minifies a script for inlining. Throws when its text could end the script element. */
async function bundleScript(input: string): Promise<string> {
  const built = await build({
    ...plainBuild,
    // Packages that the script leaves out would warn.
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2022',
      // Our modules have no side effects, so a script contains only what it calls.
      rolldownOptions: { input, treeshake: { moduleSideEffects: false }, output: { format: 'iife' } },
    },
  });
  const [text, ...others] = [built]
    .flat()
    .flatMap((each) => ('output' in each ? each.output : []))
    .flatMap((file) => (file.type === 'chunk' ? file.code.trim() : []));
  if (!text || others.length > 0 || /<\/script|<!--/i.test(text)) throw new Error(`${input} cannot be inlined`);
  return text;
}

const query = '?script';

/** Imports a script as bundled text: `import text from './file.ts?script'`; empty texts in the environment `omitIn`. */
export const inlineScripts = ({ omitIn }: { omitIn?: string } = {}): Plugin => ({
  name: 'inline-scripts',
  enforce: 'pre',
  async load(id) {
    if (!id.endsWith(query)) return null;
    const text = this.environment.name === omitIn ? '' : await bundleScript(id.slice(0, -query.length));
    return { code: `export default ${JSON.stringify(text)};`, map: null };
  },
});
