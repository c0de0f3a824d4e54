import type { Node, Source } from '../tidy/source.ts';
import { firstSentence } from './contents.ts';
import { note, table } from './documents.ts';

type Property = { readonly key?: { name?: string }; readonly value: Node };

const readProperties = (node: Node): Map<string, Node> =>
  new Map(
    (node['properties'] as Property[]).flatMap(({ key, value }) => (key?.name ? [[key.name, value] as const] : [])),
  );

/** True for job names such as `trading.expire-orders`. */
const isJobName = (value: unknown): value is string => typeof value === 'string' && /^[a-z_]+\.[a-z_-]+$/.test(value);

/** Finds the description of a function in a file or elsewhere in its feature. */
function findComment(name: string, { path }: Source, sources: readonly Source[]): string {
  const feature = path.slice(0, path.lastIndexOf('/'));
  for (const source of [path, feature].flatMap((place) => sources.filter((one) => one.path.startsWith(place)))) {
    const offered = source.path === path ? '(?:export )?' : 'export ';
    const declared = new RegExp(`^\\s*${offered}(?:async )?(?:function|const) ${name}\\b`);
    for (const { value, start } of source.comments)
      if (value.startsWith('*') && declared.test(source.text.slice(start + value.length + '/**/'.length)))
        return firstSentence(value.slice(1));
  }
  return '';
}

/** Lists all jobs with their schedule, description and file. */
export function jobsOf(sources: readonly Source[]): { name: string; cron: string; what: string; path: string }[] {
  const product = sources.filter(({ path, isTest }) => path.startsWith('src/features/') && !isTest);
  return product.flatMap((source) =>
    source.nodes
      .filter(({ type }) => type === 'ObjectExpression')
      .flatMap((node) => {
        const properties = readProperties(node);
        const name = properties.get('name')?.['value'];
        // Mail jobs of `createMailJob` have `find` and `render` instead.
        const run = properties.get('run') ?? properties.get('find');
        if (!isJobName(name) || !run) return [];
        const [, does = ''] = /=>\s*(?:await )?(\w+)\(/.exec(source.text.slice(run.start, run.end)) ?? [];
        const cron = properties.get('cron')?.['value'];
        return [
          {
            name,
            cron: typeof cron === 'string' ? cron : '',
            what: findComment(does, source, product),
            path: source.path,
          },
        ];
      }),
  );
}

/** Renders scheduled and queued jobs, by name. */
export function jobsDocument(sources: readonly Source[]): string {
  const jobs = jobsOf(sources).sort((a, b) => (a.name < b.name ? -1 : 1));
  const rows = jobs.map(({ name, cron, what, path }) => [
    `\`${name}\``,
    cron ? `\`${cron}\`` : 'on demand',
    what,
    `\`${path}\``,
  ]);
  return `# Jobs\n\n${note('tools/documents/jobs.ts')}\n\nSchedules are in UTC: \`minute hour day month weekday\`.\n\n${table(['name', 'schedule', 'description', 'file'], rows)}\n`;
}
