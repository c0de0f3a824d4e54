/** Metrics by name with their samples; labels as written. */
export type Scrape = {
  readonly text: string;
  readonly names: ReadonlySet<string>;
  /** Value of a sample such as `cryptocommerce_orders{stage="held"}`. */
  readonly value: (sample: string) => number | undefined;
  readonly getLabels: (name: string) => readonly string[];
};

const samplePattern = /^([a-zA-Z_:][a-zA-Z0-9_:]*)(\{[^}]*\})? (\S+)$/;

/** Parses the Prometheus text format. Throws for other lines. */
export function parseScrape(text: string): Scrape {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  const samples = lines.map((line) => {
    const [, name = '', labels = '', value = ''] = samplePattern.exec(line) ?? [];
    if (name === '') throw new Error(`invalid metrics line: ${line}`);
    return { name, labels, value: value === 'Nan' ? Number.NaN : Number(value) };
  });
  const values = new Map(samples.map(({ name, labels, value }) => [`${name}${labels}`, value]));
  return {
    text,
    names: new Set(samples.map(({ name }) => name)),
    value: (sample) => values.get(sample),
    getLabels: (name) => samples.filter((sample) => sample.name === name).map(({ labels }) => labels),
  };
}

export async function fetchScrape(port: number): Promise<Scrape> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  if (answer.status !== 200) throw new Error(`metrics answered ${answer.status}`);
  return parseScrape(await answer.text());
}
