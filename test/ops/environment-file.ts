/** Parses an EnvironmentFile like systemd.exec(5): no expansion, comments on their own lines. */
export function readEnvironmentFile(text: string): Record<string, string> {
  const settings: Record<string, string> = {};
  let rest = text;
  while (rest !== '') {
    const [line] = /^[^\n]*\n?/.exec(rest) ?? [''];
    const [head, name] = /^\s*([A-Za-z_]\w*)=/.exec(line) ?? [];
    if (head === undefined || name === undefined) {
      rest = rest.slice(line.length);
      continue;
    }
    const { value, length } = readValue(rest.slice(head.length));
    settings[name] = value;
    rest = rest.slice(head.length + length);
  }
  return settings;
}

/** Reads one value. In double quotes a backslash escapes only `"`, `\`, `` ` ``, `$` and a line break. */
function readValue(text: string): { value: string; length: number } {
  let [value, quote, at] = ['', '', 0];
  for (; at < text.length; at++) {
    const [sign = '', next = ''] = [text[at], text[at + 1]];
    if (sign === '\n' && quote === '') break;
    if (sign === '\\' && quote !== "'") {
      at += 1;
      if (next === '\n') continue;
      value += quote === '"' && !'"\\`$'.includes(next) ? `\\${next}` : next;
    } else if (quote !== '' ? sign === quote : (sign === '"' || sign === "'") && value.trim() === '') {
      quote = quote === '' ? sign : '';
    } else value += sign;
  }
  return { value: value.trim(), length: Math.min(at + 1, text.length) };
}
