import { expect, test } from 'vitest';
import { startSmtpServer } from '../../fakes/mail/smtp-server.ts';
import { cpuTime } from '../../test/cpu-time.ts';
import { serverUnderTest } from '../../test/worker.ts';
import { readConfig } from './config.ts';
import { loggable, openLog } from './log.ts';
import { dress, openMailer } from './mail.ts';

test.each(['silent', 'fatal', 'error', 'warn'] as const)('at %s, what must leave the machine is written', (level) => {
  const lines: string[] = [];
  const log = openLog(level, { write: (line: string) => void lines.push(line) });
  log.always({ anchor: '7:abc' }, 'audit anchor');
  log.warn({}, 'something else');
  expect(lines[0]).toContain('"anchor":"7:abc"');
  expect(lines).toHaveLength(level === 'warn' ? 2 : 1);
});

test('a letter that was not taken is logged by what the mail server answers, never with whom it was for', async () => {
  const { services } = await serverUnderTest();
  const server = await startSmtpServer();
  server.setMood('refusing');
  const env = { MODE: 'demo', AUTH_SECRET: 'x', SMTP_URL: server.url, MAIL_FROM: 'us@cryptocommerce.example' };
  const letter = {
    subject: 'Hello',
    greeting: 'Hi',
    paragraphs: [],
    button: 'Go',
    url: 'https://a.test',
    closing: 'Bye',
  };
  const sent = openMailer(readConfig(env), services.pool)(dress('canary.brown@canary.example', letter));
  const fault = await sent.then(
    () => null,
    (error: unknown) => error,
  );
  await server.stop();
  expect(String(fault)).toContain('canary');
  const said = JSON.stringify([loggable(fault), loggable(new Error('it could not be sent', { cause: fault }))]);
  expect(said).not.toContain('canary');
  expect(said).toContain('451 4.7.1');
});

test('a fault that is told as a plain object is logged like any other', () => {
  const { message, stack } = new Error('the line broke: "Canary Brown"');
  const said = loggable({ message, stack, queue: 'trading.lapse' });
  expect(said).toMatchObject({ type: 'Error', message: 'the line broke: [kept back]' });
  expect(JSON.stringify(said)).toContain('log.test.ts');
});

test.each([
  [
    '550 5.1.1 <canary@canary.example>: Recipient address rejected',
    '550 5.1.1 [kept back]: Recipient address rejected',
  ],
  ['Kein Platz für Zoë.Canary+x@bücher.example', 'Kein Platz für [kept back]'],
  ['connect ECONNREFUSED 127.0.0.1:25', 'connect ECONNREFUSED 127.0.0.1:25'],
  ["Cannot find package '@scope/name'", "Cannot find package '@scope/name'"],
  [`to 'canary@canary.example', then canary@x and "c@y.example"`, `to [kept back]', then canary@x and [kept back]"`],
  ['invalid input: "canary" of "canary"', 'invalid input: [kept back]'],
])('of the message %s the log keeps %s', (message, kept) => {
  expect(loggable(new Error(message))).toMatchObject({ message: kept });
});

/** Messages in which a canary stands where a long message is cut, wherever that is. */
const canaries: readonly ((before: string) => string)[] = [
  (before) => `${before} canary.canary.canary@canary.example was refused`,
  (before) => `${before} <"canary canary canary"@canary.example> was refused`,
  (before) => `${before}: "canary, canary and canary of canary", as it says`,
];
test.each(canaries)('of a long message nothing is kept of what was cut in its middle: %s', (message) => {
  for (let length = 400; length < 1_100; length += 1) {
    const said = JSON.stringify(loggable(new Error(message('long '.repeat(220).slice(0, length)))));
    expect(said.replaceAll(/"where":.*/g, '')).not.toContain('canary');
  }
});

test('what of a fault is logged costs no more than its message is long', () => {
  const costOf = (message: string) => {
    const begun = cpuTime();
    loggable(new Error(message));
    return cpuTime() - begun;
  };
  const words = 'It could not be sent. '.repeat(2_000);
  costOf(words);
  const plain = costOf(words);
  for (const sign of ['@', 'a@', '@a.', 'a', '<', '<@', ': "', '"', ' ', "'", '.'])
    expect(costOf(sign.repeat(2_000))).toBeLessThan(plain * 20 + 100_000);
});
