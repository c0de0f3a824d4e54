/** What a process told a scrape: each metric by name with its points, the labels as they were written. */
export type Scrape = {
  readonly text: string;
  readonly names: ReadonlySet<string>;
  /** The value of a point such as `cryptocommerce_orders{stage="held"}`; undefined where there is none. */
  readonly value: (point: string) => number | undefined;
  readonly labelsOf: (name: string) => readonly string[];
};

const pointLine = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{[^}]*\})? (\S+)$/;

/** Reads the text format of Prometheus; a line that is none of it is a fault. */
export function scrapeOf(text: string): Scrape {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const points = lines.map((line) => {
    const [, name = '', labels = '', value = ''] = pointLine.exec(line) ?? [];
    if (name === '') throw new Error(`no line of metrics: ${line}`);
    return { name, labels, value: value === 'Nan' ? Number.NaN : Number(value) };
  });
  const values = new Map(points.map(({ name, labels, value }) => [`${name}${labels}`, value]));
  return {
    text,
    names: new Set(points.map(({ name }) => name)),
    value: (point) => values.get(point),
    labelsOf: (name) => points.filter((point) => point.name === name).map(({ labels }) => labels),
  };
}

/** What stands at a port of metrics. */
export async function scraped(port: number): Promise<Scrape> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  if (answer.status !== 200) throw new Error(`metrics answered ${answer.status}`);
  return scrapeOf(await answer.text());
}
