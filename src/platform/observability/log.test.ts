import { expect, test } from 'vitest';
import { startSmtpServer } from '../../../fakes/mail/smtp-server.ts';
import { getCpuMicros } from '../../../test/cpu-time.ts';
import { serverUnderTest } from '../../../test/worker.ts';
import { readConfig } from '../config/config.ts';
import { openMailer, renderEmail } from '../email/mail.ts';
import { openLog, toLoggable } from './log.ts';

test.each(['silent', 'fatal', 'error', 'warn'] as const)('at level %s, security events are still logged', (level) => {
  const lines: string[] = [];
  const log = openLog(level, { write: (line: string) => void lines.push(line) });
  log.always({ anchor: '7:abc' }, 'audit anchor');
  log.warn({}, 'something else');
  expect(lines[0]).toContain('"anchor":"7:abc"');
  expect(lines).toHaveLength(level === 'warn' ? 2 : 1);
});

test('a rejected e-mail is logged with the answer of the mail server, never with its recipient', async () => {
  const { services } = await serverUnderTest();
  const server = await startSmtpServer();
  server.setMood('refusing');
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
    const said = JSON.stringify(toLoggable(new Error(message('long '.repeat(220).slice(0, length)))));
    expect(said.replaceAll(/"where":.*/g, '')).not.toContain('canary');
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
