import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { startSmtpServer } from '../../../fakes/mail/smtp-server.ts';
import { getCpuMicros } from '../../../test/cpu-time.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { readConfig } from '../config/config.ts';
import { openMailer, renderEmail } from '../email/mail.ts';
import { mapStackToSources, openLog, toLoggable } from './log.ts';

test.each(['silent', 'fatal', 'error', 'warn'] as const)('at level %s, security events are still logged', (level) => {
  const lines: string[] = [];
  const log = openLog(level, { write: (line: string) => void lines.push(line) });
  log.always({ anchor: '7:abc' }, 'audit anchor');
  log.warn({}, 'something else');
  expect(lines[0]).toContain('"anchor":"7:abc"');
  expect(lines).toHaveLength(level === 'warn' ? 2 : 1);
});

test('a rejected email is logged with the answer of the mail server, never with its recipient', async () => {
  const { services } = await serverUnderTest();
  const server = await startSmtpServer();
  server.setMode('refusing');
  const env = { MODE: 'demo', AUTH_SECRET: 'x', SMTP_URL: server.url, MAIL_FROM: 'us@cryptocommerce.example' };
  const mail = {
    subject: 'Hello',
    greeting: 'Hi',
    paragraphs: [],
    button: 'Go',
    url: 'https://a.test',
    closing: 'Bye',
  };
  const sent = openMailer(readConfig(env), services.pool)(renderEmail('canary.brown@canary.example', mail));
  const fault = await sent.then(
    () => null,
    (error: unknown) => error,
  );
  await server.stop();
  expect(String(fault)).toContain('canary');
  const logged = JSON.stringify([toLoggable(fault), toLoggable(new Error('it could not be sent', { cause: fault }))]);
  expect(logged).not.toContain('canary');
  expect(logged).toContain('451 4.7.1');
});

test('an error given as a plain object is logged like any other', () => {
  const { message, stack } = new Error('the connection broke: "Canary Brown"');
  const loggable = toLoggable({ message, stack, queue: 'trading.expire_orders' });
  expect(loggable).toMatchObject({ type: 'Error', message: 'the connection broke: [hidden]' });
  expect(JSON.stringify(loggable)).toContain('log.test.ts');
});

test.each([
  ['550 5.1.1 <canary@canary.example>: Recipient address rejected', '550 5.1.1 [hidden]: Recipient address rejected'],
  ['Kein Platz für Zoë.Canary+x@bücher.example', 'Kein Platz für [hidden]'],
  ['connect ECONNREFUSED 127.0.0.1:25', 'connect ECONNREFUSED 127.0.0.1:25'],
  ["Cannot find package '@scope/name'", "Cannot find package '@scope/name'"],
  [`to 'canary@canary.example', then canary@x and "c@y.example"`, `to [hidden]', then canary@x and [hidden]"`],
  ['invalid input: "canary" of "canary"', 'invalid input: [hidden]'],
])('the message %s is logged as %s', (message, expected) => {
  expect(toLoggable(new Error(message))).toMatchObject({ message: expected });
});

/** Messages with a canary at the position where a long message is cut. */
const canaries: readonly ((prefix: string) => string)[] = [
  (prefix) => `${prefix} canary.canary.canary@canary.example was refused`,
  (prefix) => `${prefix} <"canary canary canary"@canary.example> was refused`,
  (prefix) => `${prefix}: "canary, canary and canary of canary", as it says`,
];

test.each(canaries)('a long message loses its last, possibly truncated, part: %s', (message) => {
  for (let length = 400; length < 1_100; length += 1) {
    const output = JSON.stringify(toLoggable(new Error(message('long '.repeat(220).slice(0, length)))));
    expect(output.replaceAll(/"where":.*/g, '')).not.toContain('canary');
  }
});

test('the cost of logging an error is linear in its length', () => {
  const measureCost = (message: string) => {
    const startedAt = getCpuMicros();
    toLoggable(new Error(message));
    return getCpuMicros() - startedAt;
  };
  const longWords = 'It could not be sent. '.repeat(2_000);
  measureCost(longWords);
  const shortWords = measureCost(longWords);
  for (const character of ['@', 'a@', '@a.', 'a', '<', '<@', ': "', '"', ' ', "'", '.'])
    expect(measureCost(character.repeat(2_000))).toBeLessThan(shortWords * 20 + 100_000);
});

describe('stacks of the bundle', () => {
  const bundle = `// src/kernel/one.ts
var one = () => {
	throw new Error("broken");
};
// src/features/two.ts
export function two() {
	one();
}
`;

  test('a stack of the bundled product names its source files', async () => {
    const folder = join(mkdtempSync(join(tmpdir(), 'cryptocommerce-piece-')), 'build/product');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'start-product.js'), bundle);
    const { two: frames } = await import(pathToFileURL(join(folder, 'start-product.js')).href);
    let fault: unknown;
    try {
      frames();
    } catch (error) {
      fault = error;
    }
    const logged = toLoggable(fault);
    const { where: frameNames = [] } = logged;
    expect(frameNames[0]).toMatch(/at one .*start-product\.js:3:\d+\)? of src\/kernel\/one\.ts$/);
    expect(frameNames[1]).toMatch(/at .*two .*start-product\.js:7:\d+\)? of src\/features\/two\.ts$/);
    expect(frameNames.slice(2).join()).not.toContain(' of ');
    expect(String((mapStackToSources(fault) as Error).stack)).toContain(frameNames[0]);
  });

  test('a stack is printed even when the bundle is gone', () => {
    const error = new Error('broken');
    error.stack = 'Error: broken\n    at one (/gone/build/product/start-product.js:3:1)';
    expect(toLoggable(error)).toMatchObject({
      message: 'broken',
      where: [expect.stringContaining('start-product.js:3:1')],
    });
  });
});
