import { createProof } from '../journeys/sample-files.ts';
import { test } from './story.ts';

test('a visitor reads the prices, refreshes them and calculates an order', async ({ tab }) => {
  await tab.open('/');
  await tab.seesHeading('Latest prices');
  await tab.sees('BTC', 'Bitcoin', /J\$ ?[\d,]{5,}/);
  await tab.press('button', 'Refresh prices');
  await tab.sees(/Prices Updated|Please wait|Error/);
  await tab.fill('You pay', '4000');
  await tab.seesHeading(/J\$\s*4,000 really buys/);
  await tab.choose('You get', 'ETH');
  await tab.sees(/0\.\d+\sETH at today's price\./);
});

test('a customer searches the scam warnings and reports a scam', async ({ customer: { tab } }) => {
  const name = `Quick Profit ${Date.now()}`;
  await tab.open('/scam-detector');
  await tab.fill('Search', name);
  await tab.sees('No warnings found');
  await tab.fill('Name', name);
  await tab.fill(/^Website ?Optional/, `https://profit-${Date.now()}.com/join`);
  await tab.fill('Description', 'They promised to double it.');
  await tab.press('button', 'Submit');
  await tab.sees('Thanks! Our team will review and upload your report.', name);
});

test('a customer asks a question with a file and writes again', async ({ customer: { tab } }) => {
  await tab.open('/help');
  await tab.press('link', 'Write to us');
  await tab.check(/^Question/);
  await tab.choose('Topic', 'verification');
  await tab.fill('Your message', 'Which papers do you need?');
  await tab.attach('File, optional', createProof());
  await tab.sees(/Uploaded, \d+ B/);
  await tab.press('button', 'Send');
  await tab.sees('Which papers do you need?', 'slip.png');
  await tab.fill('Your reply', 'I have a passport.');
  await tab.press('button', 'Send');
  await tab.sees('I have a passport.');
});
