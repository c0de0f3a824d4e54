/** What every server of the tests is told, unless its test says otherwise. */
export const environment = {
  MODE: 'demo',
  LOG_LEVEL: 'silent',
  PRICE_PROVIDERS: '',
  PORT: '3000',
  AUTH_SECRET: 'test-secret-0123456789abcdef-0123456789',
};
