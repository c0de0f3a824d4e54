/** Settings of every test server unless a test overrides them. */
export const environment = {
  MODE: 'demo',
  LOG_LEVEL: 'silent',
  PRICE_PROVIDERS: '',
  PORT: '3000',
  AUTH_SECRET: 'test-secret-0123456789abcdef-0123456789',
};
